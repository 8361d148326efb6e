package io.github.readyourwrites.http;

import jakarta.servlet.WriteListener;
import java.io.IOException;

/** Is called back in the request's session. */
record SessionWriteListener(WriteListener target, RequestSession session) implements WriteListener {

    @Override
    public void onWritePossible() throws IOException {
        session.callBack(target::onWritePossible);
    }

    @Override
    public void onError(Throwable cause) {
        session.callBack(() -> target.onError(cause));
    }
}
