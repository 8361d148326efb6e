package io.github.readyourwrites.capture;

/** A mark that was made inside a transaction and stays at least until that transaction has ended. */
@FunctionalInterface
public interface PendingMark {

    /** The transaction has ended. Idempotent, thread-safe, does not block, does not throw. */
    void settle();
}
