package io.github.readyourwrites.propagation;

import io.github.readyourwrites.session.RywSession;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Hands sessions on to other processes in whatever has names and values: headers of HTTP requests, gRPC metadata, Dubbo
 * attachments, message headers.
 *
 * <pre>{@code
 * RywCarrier.inject(request::setHeader);                                   // whoever calls or sends
 * try (RywSession session = RywCarrier.extract(request::getHeader)) { … }  // whoever is called or receives
 * RywCarrier.inject(response::setHeader);                                  // the callee, inside its session, at its end
 * RywCarrier.merge(response::getHeader);                                   // the caller, which sees the callee's writes
 * }</pre>
 *
 * <p>What is handed on is {@link RywSession#token()}: take it after the writes that the other side has to see. Thread-safe;
 * nothing here blocks, and a value that cannot be read is no error: {@link RywSession#resume}.
 */
public final class RywCarrier {

    /** The name under which the token travels: in lower case, as gRPC and HTTP/2 have it. */
    public static final String NAME = "ryw-token";

    private RywCarrier() {}

    /** Gives {@code setter} the calling thread's session, if it has one. */
    public static void inject(BiConsumer<String, String> setter) {
        Objects.requireNonNull(setter, "setter");
        RywSession.current().ifPresent(session -> inject(session, setter));
    }

    /** Gives {@code setter} the session. */
    public static void inject(RywSession session, BiConsumer<String, String> setter) {
        setter.accept(NAME, session.token());
    }

    /**
     * Opens a session on the calling thread that starts with what the sender's had to see; an empty one where {@code
     * getter} has nothing.
     *
     * @param getter gives the value of a name, or null
     */
    public static RywSession extract(Function<String, @Nullable String> getter) {
        String token = Objects.requireNonNull(getter, "getter").apply(NAME);
        return token == null ? RywSession.open() : RywSession.resume(token);
    }

    /**
     * Adds what comes back from a call to the calling thread's session, if it has one: the callee's writes are seen by its
     * reads from then on.
     *
     * @param getter gives the value of a name, or null
     */
    public static void merge(Function<String, @Nullable String> getter) {
        String token = Objects.requireNonNull(getter, "getter").apply(NAME);
        if (token != null) {
            RywSession.current().ifPresent(session -> session.merge(token));
        }
    }
}
