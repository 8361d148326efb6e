package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far one replica is behind, in time, measured with this JVM's monotonic clock alone: a replica that has a sample of
 * the primary has everything that was committed when the sample was asked for. So no server's clock, and no other
 * machine's, can make a lag seem smaller or greater.
 *
 * <p>Thread-safe: samples come from the primary's threads, observations from the replica's. Holds a bounded number of
 * samples; never blocks.
 */
final class LagMeter {

    /** No sample has come yet, so nothing could be measured. */
    static final long NOT_MEASURED = -1;

    /** It lacks what the primary had when measuring began: behind for longer than that, nobody knows how long. */
    static final long UNKNOWN = Long.MAX_VALUE;

    private static final int MOST_PENDING = 256;

    /** Fences may come by the thousand a second. */
    private static final long LEAST_DISTANCE_NANOS = 10_000_000;

    private final CatchUpTimes catchUpTimes;

    private final Progress progress = new Progress();

    /** Samples that the replica is not known to have, oldest first. Guarded by this. */
    private final List<Sample> pending = new ArrayList<>();

    /** The latest sample, whether the replica has it or not. Guarded by this. */
    private @Nullable Sample newest;

    /** Whether the first one pending is where measuring began. Guarded by this. */
    private boolean beginning;

    /** How long the replica took to get the latest sample that it has. Guarded by this. */
    private long lastDelayNanos;

    LagMeter(CatchUpTimes catchUpTimes) {
        this.catchUpTimes = catchUpTimes;
    }

    /**
     * The primary had this.
     *
     * @param executed what the replica is known to have
     * @return whether the replica has yet to get it
     */
    synchronized boolean sampled(Sample sample, @Nullable GtidSet executed) {
        Sample before = newest;
        if (before != null && sample.askedNanos() - before.answeredNanos() < 0) {
            // Asked on two connections at once: neither need contain the other.
            return false;
        }
        if (before != null && !sample.position().contains(before.position())) {
            // Another history: what the old one had may never come.
            pending.clear();
        }
        beginning |= before == null || (pending.isEmpty() && !sample.position().contains(before.position()));
        newest = sample;
        if (pending.isEmpty() && executed != null && executed.contains(sample.position())) {
            beginning = false;
            lastDelayNanos = 0;
            return false;
        }
        add(sample);
        return true;
    }

    private void add(Sample sample) {
        int size = pending.size();
        if (size > 0 && sample.askedNanos() - pending.get(size - 1).askedNanos() < LEAST_DISTANCE_NANOS) {
            return;
        }
        if (size == MOST_PENDING) {
            // The first one tells the lag; of the others every second one will do.
            for (int i = size - 1; i > 0; i -= 2) {
                pending.remove(i);
            }
        }
        pending.add(sample);
    }

    /**
     * The replica has this.
     *
     * @param now just after it said so
     */
    synchronized void observed(GtidSet executed, long now) {
        int had = 0;
        while (had < pending.size() && executed.contains(pending.get(had).position())) {
            lastDelayNanos = now - pending.get(had).askedNanos();
            if (had > 0 || !beginning) {
                catchUpTimes.add(lastDelayNanos, now);
            }
            had++;
        }
        if (had > 0) {
            beginning = false;
            pending.subList(0, had).clear();
        }
        progress.note(executed, pending.isEmpty() ? now : pending.get(0).askedNanos(), now);
    }

    /** What was known of the replica holds no more; how far it is behind is measured from the latest sample on. */
    synchronized void restart() {
        pending.clear();
        progress.clear();
        Sample sample = newest;
        if (sample != null) {
            pending.add(sample);
            beginning = true;
        }
    }

    /** How many nanoseconds the replica is behind, at least; or {@link #NOT_MEASURED} or {@link #UNKNOWN}. */
    synchronized long lagNanos(long now) {
        if (newest == null) {
            return NOT_MEASURED;
        }
        if (pending.isEmpty()) {
            return lastDelayNanos;
        }
        return beginning
                ? UNKNOWN
                : Math.max(lastDelayNanos, now - pending.get(0).askedNanos());
    }

    /** Whether the primary has been asked within so many nanoseconds, and answered. */
    synchronized boolean isSampledWithin(long nanos, long now) {
        Sample sample = newest;
        return sample != null && now - sample.answeredNanos() <= nanos;
    }

    /** Whether the replica lacks something, and has got nothing for longer than {@code nanos}. */
    synchronized boolean isStuckFor(long nanos, long now) {
        return !pending.isEmpty() && now - pending.get(0).askedNanos() > nanos && progress.nanosSinceLast(now) > nanos;
    }

    /**
     * In how many nanoseconds the replica will probably have executed {@code floor}: 0 if it may be any moment, {@link
     * Long#MAX_VALUE} if it does not move. Only what is proven counts as distance, so that a lag of milliseconds never
     * makes a read go elsewhere.
     */
    synchronized long expectedNanos(GtidSet floor, long now) {
        if (pending.isEmpty() || now - pending.get(0).askedNanos() < Progress.SPAN_NANOS / 2) {
            return 0;
        }
        double rate = progress.rate(now);
        long distance = committedBy(floor, now) - pending.get(0).askedNanos();
        return rate <= 0 ? Long.MAX_VALUE : (long) Math.min(Long.MAX_VALUE, distance / rate);
    }

    /** Until when {@code floor} was committed; what no sample has was committed just now. */
    private long committedBy(GtidSet floor, long now) {
        int low = 0;
        int high = pending.size();
        while (low < high) {
            int middle = (low + high) / 2;
            if (pending.get(middle).position().contains(floor)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low == pending.size() ? now : pending.get(low).askedNanos();
    }
}
