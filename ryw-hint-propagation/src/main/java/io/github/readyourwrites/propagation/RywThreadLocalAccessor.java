package io.github.readyourwrites.propagation;

import io.github.readyourwrites.session.ThreadState;
import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Lets Micrometer's context propagation carry the session, and with it Reactor where automatic propagation is on. Found
 * as a service; without that library on the class path nobody looks for it.
 *
 * <p>Carries sessions and {@link io.github.readyourwrites.session.RywSession#readFromPrimary()}, but not a {@code
 * HintManager}: ShardingSphere has no way to get hold of one and put it in force elsewhere without all other
 * TransmittableThreadLocals. Hints go through {@link RywExecutors} and {@link RywContext}. Thread-safe.
 */
public final class RywThreadLocalAccessor implements ThreadLocalAccessor<ThreadState> {

    /** Under this key the session is found in a Reactor context or a context snapshot. */
    public static final String KEY = "io.github.readyourwrites.session";

    @Override
    public Object key() {
        return KEY;
    }

    @Override
    public @Nullable ThreadState getValue() {
        ThreadState result = ThreadState.capture();
        return result.isEmpty() ? null : result;
    }

    @Override
    public void setValue(ThreadState value) {
        value.carry();
    }

    @Override
    public void setValue() {
        ThreadState.nothing().restore();
    }

    @Override
    public void restore(ThreadState previousValue) {
        previousValue.restore();
    }
}
