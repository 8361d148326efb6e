package io.github.readyourwrites.http;

import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.session.ThreadState;
import io.github.readyourwrites.session.TokenExchange;
import io.github.readyourwrites.session.TokenStoreException;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The session of one request, from its arrival to its end on whatever thread, and what its response says of it. The token
 * is added at the last moment before the response may be committed: what it says later nobody hears.
 *
 * <p>Thread-safe. Blocks only while the session is saved to a token store.
 */
final class RequestSession {

    /** In characters; as some take longer headers, but no browser longer cookies, and servers few of them. */
    private static final int MAX_TOKEN_LENGTH = 1024;

    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private final FilterSettings settings;

    private final TokenCookies cookies;

    private final FilterCounters counters;

    private final HttpServletRequest request;

    private final HttpServletResponse original;

    private final SessionResponse response;

    private final RywSession session;

    private final TokenExchange exchange;

    /** What the request's threads have. */
    private final ThreadState state;

    /** Cookies that the response's one stands for. */
    private final List<String> replaced = new ArrayList<>();

    private final boolean hasHeader;

    private final boolean isErrorPage;

    /** The response's cookie. Guarded by this. */
    private @Nullable String slot;

    private volatile boolean asynchronous;

    private volatile boolean dispatched;

    private volatile boolean ended;

    /** Opens a session and leaves it to {@link #state()}: on the calling thread nothing changes. */
    RequestSession(
            FilterSettings settings,
            TokenCookies cookies,
            FilterCounters counters,
            @Nullable String key,
            HttpServletRequest request,
            HttpServletResponse original) {
        this.settings = settings;
        this.cookies = cookies;
        this.counters = counters;
        this.request = request;
        this.original = original;
        isErrorPage = request.getDispatcherType() == DispatcherType.ERROR;
        response = new SessionResponse(original, settings, this);
        ThreadState before = ThreadState.capture();
        try {
            session = key == null ? RywSession.open() : RywSession.open(key);
            exchange = TokenExchange.of(session);
            state = ThreadState.capture();
        } finally {
            before.restore();
        }
        hasHeader = receiveHeader();
        for (Cookie each : cookies.of(request)) {
            // One that cannot be read here may be of use to an instance with other keys.
            if (!exchange.receive(each.getValue()).isRejection()) {
                replaced.add(each.getName());
            }
        }
    }

    private boolean receiveHeader() {
        if (settings.tokenHeader().isEmpty()) {
            return false;
        }
        List<String> tokens = Collections.list(request.getHeaders(settings.tokenHeader()));
        tokens.forEach(exchange::receive);
        return !tokens.isEmpty();
    }

    SessionResponse response() {
        return response;
    }

    ThreadState state() {
        return state;
    }

    boolean isEnded() {
        return ended;
    }

    /** Sees what an earlier part of the same request, whose session has ended, had to see. */
    void follow(RequestSession earlier) {
        session.merge(earlier.session.token());
    }

    /** Runs a task of the request on any thread. */
    Runnable inSession(Runnable task) {
        return () -> callBack(task::run);
    }

    /** Lets the container call the application back, on any thread. */
    <E extends Exception> void callBack(Callback<E> callback) throws E {
        ThreadState before = ThreadState.capture();
        state.carry();
        try {
            callback.call();
        } finally {
            before.restore();
        }
    }

    /** What a container calls when there is something to read, to write or to be told. */
    interface Callback<E extends Exception> {

        void call() throws E;
    }

    /**
     * The response may be committed once this returns: if it is not yet, adds the token to it, where there is something to
     * say, and saves the session. In this order, so that a client has its token whatever becomes of the store.
     *
     * @param unfinished whether the request may go on writing
     * @throws TokenStoreException if the session cannot be saved and that is an error
     */
    synchronized void sendToken(boolean unfinished) {
        if (isOpen()) {
            addToken(unfinished);
            failingByStore(exchange::save);
        }
    }

    private boolean isOpen() {
        return !ended && !original.isCommitted();
    }

    private synchronized void addToken(boolean unfinished) {
        if (isOpen()) {
            boolean asMark = unfinished && !SAFE_METHODS.contains(request.getMethod());
            Optional<String> token = exchange.news(MAX_TOKEN_LENGTH, asMark);
            token.ifPresent(each -> send(each, asMark));
        }
    }

    /** Not in an error page, which tells of a failure already: the store's may be the one. */
    private void failingByStore(Runnable saving) {
        try {
            saving.run();
        } catch (TokenStoreException ex) {
            if (!isErrorPage) {
                throw ex;
            }
        }
    }

    private void send(String token, boolean asMark) {
        TokenAnswer answer = settings.answer();
        boolean asHeader = answer == TokenAnswer.HEADER
                || answer == TokenAnswer.BOTH
                || (answer == TokenAnswer.SAME
                        && (hasHeader || settings.tokenCookie().isEmpty()));
        boolean asCookie =
                answer == TokenAnswer.COOKIE || answer == TokenAnswer.BOTH || (answer == TokenAnswer.SAME && !asHeader);
        if (asHeader && !settings.tokenHeader().isEmpty()) {
            original.setHeader(settings.tokenHeader(), token);
        }
        if (asCookie) {
            String name = slot == null ? cookies.nextName() : slot;
            slot = name;
            cookies.set(name, token, TokenExchange.timeToLive(), replaced, request, original);
        }
        if (asHeader || asCookie) {
            counters.tokenSent(asMark);
        }
    }

    /** The application has taken back all headers. */
    synchronized void headersGone() {
        exchange.forget();
    }

    void asyncStarted() {
        asynchronous = true;
    }

    /** The request goes on in another thread, and, if the filter is mapped so, through the filter again. */
    void dispatching() throws IOException {
        // Nobody can be relied on to pass on later what is held back now. That may commit the response.
        response.release(!response.isEmpty());
        dispatched = true;
    }

    void dispatchArrived() {
        dispatched = false;
        asynchronous = false;
        response.hold();
    }

    /** The filter's chain has returned: the end, but for an asynchronous request. */
    void returned() throws IOException {
        if (!asynchronous) {
            finish();
        }
    }

    /** The filter's chain has thrown. */
    void failed(Throwable cause) {
        if (asynchronous) {
            return;
        }
        response.discard();
        try {
            answer();
        } catch (RuntimeException ex) {
            cause.addSuppressed(ex);
        }
    }

    /**
     * The response is complete: first the token and the store, then what was held back.
     *
     * @throws TokenStoreException if the session cannot be saved and that is an error; it has ended nevertheless, and
     *     nothing that was held back is passed on
     */
    void finish() throws IOException {
        answer();
        response.release(false);
    }

    private void answer() {
        try {
            addToken(false);
        } finally {
            // Closing saves, so that one time-out of the store is all that an answer waits for.
            end();
        }
    }

    /**
     * Closes the session. Idempotent.
     *
     * @throws TokenStoreException if it cannot be saved and that is an error; it is closed nevertheless
     */
    void end() {
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
        }
        try {
            if (exchange.isBehind() && settings.answer() != TokenAnswer.NONE) {
                counters.lateWrite(describe());
            }
            if (dispatched) {
                counters.lostDispatch(describe());
            }
        } finally {
            failingByStore(session::close);
        }
    }

    private String describe() {
        return request.getMethod() + ' ' + request.getRequestURI();
    }
}
