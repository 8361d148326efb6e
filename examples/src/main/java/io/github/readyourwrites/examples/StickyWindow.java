package io.github.readyourwrites.examples;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.shardingsphere.infra.hint.HintManager;

/**
 * What teams write themselves: for a fixed time after a customer's write, the customer's reads go to the primary. It
 * loads the primary while the replicas are fine, and reads old rows when they lag for longer.
 */
final class StickyWindow implements Strategy {

    private final Duration window;

    /** In nanoseconds, as {@link System#nanoTime()}. */
    private final LongSupplier clock;

    private final Map<Long, Long> lastWrites = new ConcurrentHashMap<>();

    StickyWindow(Duration window, LongSupplier clock) {
        this.window = window;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "STICKY_" + window.toSeconds() + "_SECONDS";
    }

    @Override
    public String description() {
        return "What teams write themselves. For " + window.toSeconds() + " seconds after a customer's write that"
                + " customer's reads go to the primary; afterwards to any replica, whatever that has applied.";
    }

    @Override
    public Scope openRead(long customer) {
        Long lastWrite = lastWrites.get(customer);
        if (lastWrite == null || clock.getAsLong() - lastWrite > window.toNanos()) {
            return Scope.NONE;
        }
        HintManager result = HintManager.getInstance();
        result.setWriteRouteOnly();
        return result::close;
    }

    @Override
    public void wrote(long customer) {
        lastWrites.put(customer, clock.getAsLong());
    }
}
