package io.github.readyourwrites.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A container's request, as far as a filter asks for it. */
final class RequestFixture {

    final Map<String, String> headers = new HashMap<>();

    final List<Cookie> cookies = new ArrayList<>();

    final Map<String, Object> attributes = new HashMap<>();

    final List<AsyncListener> listeners = new ArrayList<>();

    String method = "POST";

    boolean secure;

    @Nullable
    String user;

    DispatcherType dispatcherType = DispatcherType.REQUEST;

    /** What an asynchronous request was asked to do last. */
    String asyncCall = "";

    @Nullable
    Runnable asyncTask;

    /** ASCII, read at once. */
    String body = "";

    /** Who waits for the body. */
    @Nullable
    ReadListener readListener;

    /** The request as the container gives it to the first filter. */
    HttpServletRequest request() {
        return (HttpServletRequest) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                (proxy, called, arguments) -> answer(called.getName(), arguments));
    }

    private @Nullable Object answer(String called, Object[] arguments) {
        return switch (called) {
            case "getMethod" -> method;
            case "getRequestURI" -> "/orders";
            case "isSecure" -> secure;
            case "getCookies" -> cookies.isEmpty() ? null : cookies.toArray(Cookie[]::new);
            case "getHeader" -> headers.get((String) arguments[0]);
            case "getHeaders" -> headers((String) arguments[0]);
            case "getUserPrincipal" -> user == null ? null : (Principal) () -> String.valueOf(user);
            case "getDispatcherType" -> dispatcherType;
            case "getAttribute" -> attributes.get((String) arguments[0]);
            case "setAttribute" -> attributes.put((String) arguments[0], arguments[1]);
            case "getInputStream" -> new Input();
            case "startAsync", "getAsyncContext" -> asyncContext();
            default -> throw new UnsupportedOperationException(called);
        };
    }

    private Enumeration<String> headers(String name) {
        String value = headers.get(name);
        return Collections.enumeration(value == null ? List.of() : List.of(value));
    }

    private AsyncContext asyncContext() {
        return (AsyncContext) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {AsyncContext.class}, (proxy, called, arguments) -> {
                    switch (called.getName()) {
                        case "addListener" -> listeners.add((AsyncListener) arguments[0]);
                        case "start" -> asyncTask = (Runnable) arguments[0];
                        default -> asyncCall = called.getName();
                    }
                    return null;
                });
    }

    /** The container has completed an asynchronous request. */
    void completed() throws IOException {
        for (AsyncListener each : List.copyOf(listeners)) {
            each.onComplete(new AsyncEvent(asyncContext()));
        }
    }

    /** The container has waited long enough for an asynchronous request. */
    void timedOut() throws IOException {
        for (AsyncListener each : List.copyOf(listeners)) {
            each.onTimeout(new AsyncEvent(asyncContext()));
        }
    }

    /** The body, which has arrived. */
    private final class Input extends ServletInputStream {

        private final ByteArrayInputStream bytes = new ByteArrayInputStream(body.getBytes(StandardCharsets.US_ASCII));

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int available() {
            return bytes.available();
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            readListener = listener;
        }
    }
}
