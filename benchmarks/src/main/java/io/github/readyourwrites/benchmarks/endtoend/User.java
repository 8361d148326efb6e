package io.github.readyourwrites.benchmarks.endtoend;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One user of one strategy: a row of his own, and what an application would keep in his session. Thread-safe. */
final class User {

    private final int id;

    private final String key;

    private final AtomicInteger acknowledged = new AtomicInteger();

    private volatile long lastWriteNanos;

    private volatile @Nullable String executed;

    User(int id, String key) {
        this.id = id;
        this.key = key;
    }

    /** Of the row. */
    int id() {
        return id;
    }

    /** Of the session. */
    String key() {
        return key;
    }

    /** How many writes the primary has acknowledged: what a read that begins now must see. */
    int acknowledged() {
        return acknowledged.get();
    }

    /** A write was acknowledged. */
    void wrote() {
        lastWriteNanos = System.nanoTime();
        acknowledged.incrementAndGet();
    }

    /** Whether a write was acknowledged within the last {@code nanos}. */
    boolean wroteWithin(long nanos) {
        return acknowledged() > 0 && System.nanoTime() - lastWriteNanos < nanos;
    }

    /** What the primary had executed after the last write; null before the first. */
    @Nullable
    String executed() {
        return executed;
    }

    void executed(String gtids) {
        executed = gtids;
    }
}
