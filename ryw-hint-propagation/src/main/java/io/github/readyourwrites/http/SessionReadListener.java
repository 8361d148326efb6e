package io.github.readyourwrites.http;

import jakarta.servlet.ReadListener;
import java.io.IOException;

/** Is called back in the request's session. */
record SessionReadListener(ReadListener target, RequestSession session) implements ReadListener {

    @Override
    public void onDataAvailable() throws IOException {
        session.callBack(target::onDataAvailable);
    }

    @Override
    public void onAllDataRead() throws IOException {
        session.callBack(target::onAllDataRead);
    }

    @Override
    public void onError(Throwable cause) {
        session.callBack(() -> target.onError(cause));
    }
}
