package io.github.readyourwrites.freshness;

import io.github.readyourwrites.session.RywSession;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads that are done again, once and on the primary, where the application itself finds the answer too old: a version that
 * is lower than one it was told of, a row that must be there and is not.
 *
 * <pre>{@code
 * Order order = rereads.read(() -> orders.find(id), found -> found != null && found.version() >= version);
 * }</pre>
 *
 * <p>For what was written where the session knows nothing of it: by another service that sent an event and no token. The
 * second answer is the result, fresh or not: nothing is fresher. So for what does not exist the primary is asked each time;
 * {@link #statistics()} tell. Outside a transaction only: one that has begun to read keeps its snapshot, wherever it reads.
 * Thread-safe.
 */
public final class RereadOnStale {

    private final LongAdder reads = new LongAdder();

    private final LongAdder rereads = new LongAdder();

    private final LongAdder firstWasStale = new LongAdder();

    /**
     * Reads once or twice, on the calling thread. What {@code read} throws is not caught.
     *
     * @param isFresh what the application asks of an answer
     */
    public <T extends @Nullable Object, E extends Exception> T read(Read<T, E> read, Predicate<? super T> isFresh)
            throws E {
        Objects.requireNonNull(isFresh, "isFresh");
        reads.increment();
        T result = read.run();
        if (isFresh.test(result)) {
            return result;
        }
        rereads.increment();
        try (RywSession.PrimaryScope ignored = RywSession.readFromPrimary()) {
            result = read.run();
        }
        if (isFresh.test(result)) {
            firstWasStale.increment();
        }
        return result;
    }

    /** The counts so far. */
    public RereadStatistics statistics() {
        return new RereadStatistics(reads.sum(), rereads.sum(), firstWasStale.sum());
    }
}
