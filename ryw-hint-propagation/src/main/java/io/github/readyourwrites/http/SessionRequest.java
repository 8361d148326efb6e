package io.github.readyourwrites.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A request whose asynchronous parts and callbacks run in its session. As thread-safe as any request: not. */
final class SessionRequest extends HttpServletRequestWrapper {

    private final RequestSession session;

    private @Nullable SessionInput input;

    SessionRequest(HttpServletRequest request, RequestSession session) {
        super(request);
        this.session = session;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        SessionInput result = input;
        if (result == null) {
            result = new SessionInput(super.getInputStream(), session);
            input = result;
        }
        return result;
    }

    /** With the response that holds back, not with the container's own. */
    @Override
    public AsyncContext startAsync() {
        return startAsync(this, session.response());
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        AsyncContext result = super.startAsync(request, response);
        session.asyncStarted();
        result.addListener(new SessionAsyncListener(session));
        return new SessionAsyncContext(result, session);
    }

    @Override
    public AsyncContext getAsyncContext() {
        return new SessionAsyncContext(super.getAsyncContext(), session);
    }
}
