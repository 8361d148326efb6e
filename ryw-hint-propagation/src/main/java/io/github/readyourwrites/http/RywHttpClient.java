package io.github.readyourwrites.http;

import io.github.readyourwrites.propagation.RywCarrier;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Clients of {@code java.net.http} that tell the servers they call what the caller's session has to see, and tell the
 * session what those wrote: by the header {@value RywCarrier#NAME}, which {@link RywFilter} and {@link RywCarrier} know.
 *
 * <pre>{@code
 * HttpClient client = RywHttpClient.wrap(HttpClient.newHttpClient());
 * }</pre>
 *
 * <p>The session is the one that is current where {@code send} or {@code sendAsync} is called; outside any session nothing
 * is added. What an answer brings is in the session when its body is begun, so before a future completes. It counts also
 * where the answer is an error, and of answers that redirect.
 */
public final class RywHttpClient {

    private RywHttpClient() {}

    /** Hands sessions on with each request of {@code client}; nothing else about it changes. */
    public static HttpClient wrap(HttpClient client) {
        return wrap(client, request -> true);
    }

    /**
     * The same for some requests: a token says nothing to who has no key, but is of no use there either.
     *
     * @param handsOn whether a request, which has no token yet, is to have one, and whether its answer's one is read
     */
    public static HttpClient wrap(HttpClient client, Predicate<HttpRequest> handsOn) {
        return new SessionHttpClient(
                Objects.requireNonNull(client, "client"), Objects.requireNonNull(handsOn, "handsOn"));
    }
}
