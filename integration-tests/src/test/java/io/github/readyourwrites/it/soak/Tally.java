package io.github.readyourwrites.it.soak;

import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RouteReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What has been checked so far. Thread-safe. */
final class Tally {

    private static final int EXAMPLES = 20;

    private final long startNanos = System.nanoTime();

    private final long wanted;

    private final AtomicLong checks = new AtomicLong();

    private final LongAdder onReplicas = new LongAdder();

    private final AtomicLong stale = new AtomicLong();

    private final AtomicLong impossible = new AtomicLong();

    private final AtomicLong longestWaitNanos = new AtomicLong();

    private final AtomicLong failedReads = new AtomicLong();

    private final AtomicLong failedWrites = new AtomicLong();

    /** Has every scenario, and is not changed after construction. */
    private final Map<Scenario, LongAdder> scenarios = new EnumMap<>(Scenario.class);

    /** Has every reason, and is not changed after construction. */
    private final Map<RouteReason, LongAdder> reasons = new EnumMap<>(RouteReason.class);

    private final Queue<String> examples = new ConcurrentLinkedQueue<>();

    Tally(long wanted) {
        this.wanted = wanted;
        for (Scenario each : Scenario.values()) {
            scenarios.put(each, new LongAdder());
        }
        for (RouteReason each : RouteReason.values()) {
            reasons.put(each, new LongAdder());
        }
    }

    /**
     * Counts a read that has given a value.
     *
     * @param least the writes acknowledged before the read began
     * @param most the writes attempted when it had ended
     * @param decision the plugin's, if it was asked
     */
    void checked(Scenario scenario, int row, long least, long value, long most, @Nullable RouteDecision decision) {
        if (value < least) {
            example(
                    stale.incrementAndGet(),
                    "stale: " + scenario + " row " + row + " gave " + value + " of " + least + ", " + decision);
        }
        if (value > most) {
            example(
                    impossible.incrementAndGet(),
                    "impossible: " + scenario + " row " + row + " gave " + value + ", attempted " + most + ", "
                            + decision);
        }
        adder(scenarios, scenario).increment();
        if (decision != null) {
            adder(reasons, decision.reason()).increment();
            longestWaitNanos.accumulateAndGet(decision.waited().toNanos(), Math::max);
            if (decision.target().startsWith("read_ds")) {
                onReplicas.increment();
            }
        }
        checks.incrementAndGet();
    }

    void readFailed(Exception ex) {
        example(failedReads.incrementAndGet(), "failed read: " + ex);
    }

    void writeFailed(Exception ex) {
        example(failedWrites.incrementAndGet(), "failed write: " + ex);
    }

    private void example(long number, String text) {
        if (number <= EXAMPLES) {
            examples.add(text);
        }
    }

    private static <K> LongAdder adder(Map<K, LongAdder> adders, K key) {
        LongAdder result = adders.get(key);
        if (result == null) {
            throw new IllegalStateException("nothing counts " + key);
        }
        return result;
    }

    boolean isComplete() {
        return checks.get() >= wanted;
    }

    long checks() {
        return checks.get();
    }

    long checks(Scenario scenario) {
        return adder(scenarios, scenario).sum();
    }

    long onReplicas() {
        return onReplicas.sum();
    }

    long stale() {
        return stale.get();
    }

    /** Reads that gave more than was ever written: then the test itself is wrong. */
    long impossible() {
        return impossible.get();
    }

    /** Reads that gave an error instead of a value; they are no checks. */
    long failedReads() {
        return failedReads.get();
    }

    /** What the plugin held a read up for at most, of those that gave a value. */
    Duration longestWait() {
        return Duration.ofNanos(longestWaitNanos.get());
    }

    /** One line. */
    String progress() {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        long done = checks.get();
        return String.format(
                "%,d%s checks in %.0f s (%,.0f/s), stale %d, failed: %d reads, %d writes%s",
                done,
                wanted == Long.MAX_VALUE ? "" : String.format(" of %,d", wanted),
                seconds,
                done / seconds,
                stale.get(),
                failedReads.get(),
                failedWrites.get(),
                isPluginAsked() ? String.format(", %.1f %% on replicas", 100.0 * onReplicas.sum() / done) : "");
    }

    /** Nothing is known about where the stock load balancer sends reads. */
    private boolean isPluginAsked() {
        return reasons.values().stream().anyMatch(each -> each.sum() > 0);
    }

    /** Several lines: checks by scenario and by reason, and examples of what went wrong. */
    String details() {
        List<String> result = new ArrayList<>();
        result.add(progress());
        scenarios.forEach((scenario, count) -> result.add(line(scenario, count)));
        reasons.forEach((reason, count) -> {
            if (count.sum() > 0) {
                result.add(line(reason, count));
            }
        });
        result.addAll(examples);
        return String.join("\n  ", result);
    }

    private String line(Enum<?> name, LongAdder count) {
        return String.format(
                "%-28s %,12d  %5.1f %%", name, count.sum(), 100.0 * count.sum() / Math.max(1, checks.get()));
    }
}
