package io.github.readyourwrites.session;

import org.jspecify.annotations.Nullable;

/**
 * Where one thread's last read was sent, for {@link RywSession#lastDecision()}. Confined to its thread, which may keep it
 * to save the look-up.
 */
public final class LastDecision {

    private @Nullable RouteDecision decision;

    LastDecision() {}

    /** The calling thread's one. */
    public static LastDecision ofThread() {
        return SessionRegistry.lastDecision();
    }

    /** Remembers {@code latest} instead of what was there before. */
    public void set(@Nullable RouteDecision latest) {
        decision = latest;
    }

    @Nullable
    RouteDecision get() {
        return decision;
    }
}
