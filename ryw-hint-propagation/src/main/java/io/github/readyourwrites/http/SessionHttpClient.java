package io.github.readyourwrites.http;

import io.github.readyourwrites.propagation.RywCarrier;
import io.github.readyourwrites.session.RywSession;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Hands sessions on. As thread-safe as the client behind it. */
final class SessionHttpClient extends HttpClient {

    private final HttpClient target;

    private final Predicate<HttpRequest> handsOn;

    SessionHttpClient(HttpClient target, Predicate<HttpRequest> handsOn) {
        this.target = target;
        this.handsOn = handsOn;
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        RywSession session = session(request);
        if (session == null) {
            return target.send(request, handler);
        }
        return withRedirections(session, target.send(with(session, request), reading(session, handler)));
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        RywSession session = session(request);
        if (session == null) {
            return target.sendAsync(request, handler);
        }
        return target.sendAsync(with(session, request), reading(session, handler))
                .thenApply(response -> withRedirections(session, response));
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushPromiseHandler) {
        RywSession session = session(request);
        if (session == null) {
            return target.sendAsync(request, handler, pushPromiseHandler);
        }
        return target.sendAsync(with(session, request), reading(session, handler), pushPromiseHandler)
                .thenApply(response -> withRedirections(session, response));
    }

    private @Nullable RywSession session(HttpRequest request) {
        return RywSession.current().filter(session -> handsOn.test(request)).orElse(null);
    }

    private static HttpRequest with(RywSession session, HttpRequest request) {
        return HttpRequest.newBuilder(request, (name, value) -> !name.equalsIgnoreCase(RywCarrier.NAME))
                .setHeader(RywCarrier.NAME, session.token())
                .build();
    }

    /** As soon as the headers are there: the body may fail. */
    private static <T> BodyHandler<T> reading(RywSession session, BodyHandler<T> handler) {
        return info -> {
            merge(session, info.headers());
            return handler.apply(info);
        };
    }

    private static <T> HttpResponse<T> withRedirections(RywSession session, HttpResponse<T> response) {
        Optional<HttpResponse<T>> each = response.previousResponse();
        while (each.isPresent()) {
            merge(session, each.get().headers());
            each = each.get().previousResponse();
        }
        return response;
    }

    private static void merge(RywSession session, HttpHeaders headers) {
        headers.allValues(RywCarrier.NAME).forEach(session::merge);
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return target.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return target.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return target.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return target.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return target.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return target.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return target.authenticator();
    }

    @Override
    public Version version() {
        return target.version();
    }

    @Override
    public Optional<Executor> executor() {
        return target.executor();
    }

    @Override
    public WebSocket.Builder newWebSocketBuilder() {
        return target.newWebSocketBuilder();
    }
}
