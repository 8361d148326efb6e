package io.github.readyourwrites.http;

import io.github.readyourwrites.session.ThreadState;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs each request in a session that starts with what the client was told to see, and tells it what it has to see from
 * then on: by a token in a cookie or header, which is in the response before the client has any of it.
 *
 * <p>The session is that of the user's principal, or of a key in a header, and one of its own for everybody else. Map the
 * filter behind authentication, to the dispatcher types REQUEST, ASYNC and ERROR, and declare that it supports asynchronous
 * requests: their tasks ({@code AsyncContext.start}) and dispatches run in the session, too. Configured by init parameters,
 * or by {@link #builder()}; see docs/http.md. Thread-safe.
 *
 * <p>Fails no request: what cannot be read counts as no token. But where {@code on-token-load-failure} or {@code
 * on-token-save-failure} is ERROR, a request whose session cannot be loaded or saved fails with that {@link
 * io.github.readyourwrites.session.TokenStoreException}.
 */
public final class RywFilter implements Filter {

    private static final String ATTRIBUTE = RywFilter.class.getName() + ".session";

    private final FilterCounters counters = new FilterCounters();

    private final Map<String, String> parameters;

    private final @Nullable Function<HttpServletRequest, @Nullable String> key;

    private FilterSettings settings;

    private TokenCookies cookies;

    /** Configured by init parameters. */
    public RywFilter() {
        this(Map.of(), null);
    }

    private RywFilter(Map<String, String> parameters, @Nullable Function<HttpServletRequest, @Nullable String> key) {
        this.parameters = Map.copyOf(parameters);
        this.key = key;
        settings = FilterSettings.of(parameters);
        cookies = new TokenCookies(settings);
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * Reads the init parameters, which come before what a builder said.
     *
     * @throws ServletException if one is unknown or has a value that it must not have; the message names it
     */
    @Override
    public void init(FilterConfig config) throws ServletException {
        Map<String, String> all = new HashMap<>(parameters);
        for (String each : Collections.list(config.getInitParameterNames())) {
            all.put(each, config.getInitParameter(each));
        }
        try {
            settings = FilterSettings.of(all);
        } catch (IllegalArgumentException ex) {
            throw new ServletException(ex.getMessage(), ex);
        }
        cookies = new TokenCookies(settings);
    }

    /** The counts so far. */
    public FilterStatistics statistics() {
        return counters.statistics();
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!(request instanceof HttpServletRequest http) || !(response instanceof HttpServletResponse httpResponse)) {
            chain.doFilter(request, response);
            return;
        }
        RequestSession known = request.getAttribute(ATTRIBUTE) instanceof RequestSession result ? result : null;
        if (known == null || known.isEnded()) {
            RequestSession session = new RequestSession(settings, cookies, counters, key(http), http, httpResponse);
            if (known != null) {
                session.follow(known);
            }
            request.setAttribute(ATTRIBUTE, session);
            run(session, http, httpResponse, chain);
        } else if (request.getDispatcherType() == DispatcherType.ASYNC) {
            known.dispatchArrived();
            run(known, http, httpResponse, chain);
        } else if (request.getDispatcherType() == DispatcherType.ERROR) {
            // An asynchronous request that is not complete yet, or a container that makes the page within sendError:
            // the token was sent before.
            inSession(known, request, response, chain);
        } else {
            chain.doFilter(request, response);
        }
    }

    private static void run(
            RequestSession session, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        boolean isRequestOurs = request instanceof ServletRequestWrapper wrapper
                && (wrapper instanceof SessionRequest || wrapper.isWrapperFor(SessionRequest.class));
        boolean isResponseOurs = response instanceof ServletResponseWrapper wrapper
                && (wrapper == session.response() || wrapper.isWrapperFor(session.response()));
        try {
            inSession(
                    session,
                    isRequestOurs ? request : new SessionRequest(request, session),
                    isResponseOurs ? response : session.response(),
                    chain);
            session.returned();
        } catch (Throwable ex) {
            // Languages without checked exceptions let any of them pass.
            session.failed(ex);
            throw ex;
        }
    }

    private static void inSession(
            RequestSession session, ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        ThreadState before = ThreadState.capture();
        session.state().carry();
        try {
            chain.doFilter(request, response);
        } finally {
            before.restore();
        }
    }

    private @Nullable String key(HttpServletRequest request) {
        if (key != null) {
            return key.apply(request);
        }
        String header = settings.keyHeader().isEmpty() ? null : request.getHeader(settings.keyHeader());
        if (header != null && !header.isEmpty()) {
            return header;
        }
        Principal principal = settings.principal() ? request.getUserPrincipal() : null;
        return principal == null ? null : principal.getName();
    }

    /** Makes a filter; names and defaults are those of the init parameters. Not thread-safe. */
    public static final class Builder {

        private final Map<String, String> parameters = new HashMap<>();

        private @Nullable Function<HttpServletRequest, @Nullable String> key;

        private Builder() {}

        /** Whether the name of the user's principal is the session's key. */
        public Builder principal(boolean value) {
            return set("principal", String.valueOf(value));
        }

        /** A header that has the session's key, which only a trusted proxy may be able to set; empty for none. */
        public Builder keyHeader(String name) {
            return set("key-header", name);
        }

        /** In the place of principal and header; null from it means a session of its own. */
        public Builder key(Function<HttpServletRequest, @Nullable String> function) {
            key = Objects.requireNonNull(function, "function");
            return this;
        }

        /** The header for tokens; empty for none. */
        public Builder tokenHeader(String name) {
            return set("token-header", name);
        }

        /** What the names of cookies for tokens begin with; empty for none. */
        public Builder tokenCookie(String name) {
            return set("token-cookie", name);
        }

        public Builder answer(TokenAnswer answer) {
            return set("answer", answer.name());
        }

        public Builder cookiePath(String path) {
            return set("cookie-path", path);
        }

        /** Whether cookies are {@code Secure} also where the request seems not to be. */
        public Builder alwaysSecure(boolean value) {
            return set("cookie-secure", value ? "ALWAYS" : "REQUEST");
        }

        /** How much of a response is held back until the request's end, at most; 0 for nothing. */
        public Builder bufferBytes(int bytes) {
            return set("buffer-bytes", String.valueOf(bytes));
        }

        /** Whether a response is held back also when the application flushes it. */
        public Builder holdFlushes(boolean value) {
            return set("hold-flushes", String.valueOf(value));
        }

        private Builder set(String name, String value) {
            parameters.put(name, value);
            return this;
        }

        /**
         * Makes the filter.
         *
         * @throws IllegalArgumentException if a value must not be what it is; the message names it
         */
        public RywFilter build() {
            return new RywFilter(parameters, key);
        }
    }
}
