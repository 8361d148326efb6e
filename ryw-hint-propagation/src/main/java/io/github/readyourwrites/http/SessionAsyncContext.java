package io.github.readyourwrites.http;

import io.github.readyourwrites.propagation.RywContext;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts tasks and tells listeners in the request's session, and lets the response be complete only once the session is saved. */
final class SessionAsyncContext implements AsyncContext {

    private static final Logger LOGGER = LoggerFactory.getLogger(RywFilter.class);

    private final AsyncContext target;

    private final RequestSession session;

    SessionAsyncContext(AsyncContext target, RequestSession session) {
        this.target = target;
        this.session = session;
    }

    @Override
    public void start(Runnable task) {
        target.start(RywContext.wrap(session.inSession(task)));
    }

    @Override
    public void complete() {
        try {
            session.finish();
        } catch (IOException ex) {
            LOGGER.debug("the client has gone", ex);
        } catch (RuntimeException ex) {
            LOGGER.warn("The answer of an asynchronous request was not given: {}", ex.toString());
            refuse();
        } finally {
            target.complete();
        }
    }

    private void refuse() {
        session.response().discard();
        try {
            if (!session.response().isCommitted()) {
                session.response().sendError(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
            }
        } catch (IOException ex) {
            LOGGER.debug("the client has gone", ex);
        }
    }

    private void dispatching() {
        try {
            session.dispatching();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void dispatch() {
        dispatching();
        target.dispatch();
    }

    @Override
    public void dispatch(String path) {
        dispatching();
        target.dispatch(path);
    }

    @Override
    public void dispatch(ServletContext context, String path) {
        dispatching();
        target.dispatch(context, path);
    }

    @Override
    public ServletRequest getRequest() {
        return target.getRequest();
    }

    @Override
    public ServletResponse getResponse() {
        return target.getResponse();
    }

    @Override
    public boolean hasOriginalRequestAndResponse() {
        return target.hasOriginalRequestAndResponse();
    }

    @Override
    public void addListener(AsyncListener listener) {
        target.addListener(new ApplicationAsyncListener(listener, session));
    }

    @Override
    public void addListener(AsyncListener listener, ServletRequest request, ServletResponse response) {
        target.addListener(new ApplicationAsyncListener(listener, session), request, response);
    }

    @Override
    public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
        return target.createListener(type);
    }

    @Override
    public void setTimeout(long millis) {
        target.setTimeout(millis);
    }

    @Override
    public long getTimeout() {
        return target.getTimeout();
    }
}
