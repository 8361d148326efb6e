package io.github.readyourwrites.http;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.io.IOException;

/** The application's listener, which is told in the request's session; of the completion, when that has been saved. */
record ApplicationAsyncListener(AsyncListener target, RequestSession session) implements AsyncListener {

    @Override
    public void onComplete(AsyncEvent event) throws IOException {
        session.callBack(() -> target.onComplete(event));
    }

    @Override
    public void onTimeout(AsyncEvent event) throws IOException {
        session.callBack(() -> target.onTimeout(event));
    }

    @Override
    public void onError(AsyncEvent event) throws IOException {
        session.callBack(() -> target.onError(event));
    }

    @Override
    public void onStartAsync(AsyncEvent event) throws IOException {
        session.callBack(() -> target.onStartAsync(event));
    }
}
