package io.github.readyourwrites.http;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends the session of an asynchronous request. */
record SessionAsyncListener(RequestSession session) implements AsyncListener {

    private static final Logger LOGGER = LoggerFactory.getLogger(RywFilter.class);

    @Override
    public void onComplete(AsyncEvent event) {
        try {
            session.end();
        } catch (RuntimeException ex) {
            // The response is gone: nobody is left to be told.
            LOGGER.warn("The session of an asynchronous request was not closed as it should be: {}", ex.toString());
        }
    }

    /** Whoever answers now may do so past our response, and the request's tasks may still be running. */
    @Override
    public void onTimeout(AsyncEvent event) throws IOException {
        session.response().release(true);
    }

    /** As for a time-out. */
    @Override
    public void onError(AsyncEvent event) throws IOException {
        session.response().release(true);
    }

    /** The next part has a listener of its own. */
    @Override
    public void onStartAsync(AsyncEvent event) {}
}
