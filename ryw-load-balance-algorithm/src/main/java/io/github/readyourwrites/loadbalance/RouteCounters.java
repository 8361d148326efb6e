package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.session.ReadView;
import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RouteReason;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts one group's decisions by reason and hands each to its thread. Thread-safe. */
final class RouteCounters {

    private final String group;

    /** Has every reason, and is not changed after construction. */
    private final Map<RouteReason, Outcome> outcomes = new EnumMap<>(RouteReason.class);

    /**
     * Counters of one group.
     *
     * @param targets the group's data sources
     */
    RouteCounters(String group, Collection<String> targets) {
        this.group = group;
        for (RouteReason each : RouteReason.values()) {
            outcomes.put(each, new Outcome(new LongAdder(), decisions(targets, each)));
        }
    }

    private Map<String, RouteDecision> decisions(Collection<String> targets, RouteReason reason) {
        Map<String, RouteDecision> result = new HashMap<>();
        targets.forEach(each -> result.put(each, new RouteDecision(group, each, reason, Duration.ZERO)));
        return result;
    }

    /** Records where the calling thread's read goes; returns {@code target}. */
    String decided(String target, RouteReason reason, long waitedNanos) {
        Outcome outcome = outcomes.get(reason);
        if (outcome == null) {
            throw new IllegalStateException("a reason without a counter: " + reason);
        }
        outcome.count.increment();
        RouteDecision prepared = waitedNanos == 0 ? outcome.withoutWait.get(target) : null;
        ReadView.decided(
                prepared == null ? new RouteDecision(group, target, reason, Duration.ofNanos(waitedNanos)) : prepared);
        return target;
    }

    /** The counts so far; reasons that never occurred are zero. */
    Map<RouteReason, Long> snapshot() {
        Map<RouteReason, Long> result = new EnumMap<>(RouteReason.class);
        outcomes.forEach((reason, outcome) -> result.put(reason, outcome.count.sum()));
        return result;
    }

    /** Decisions without a wait repeat, so there is one object per target; not changed after construction. */
    private record Outcome(LongAdder count, Map<String, RouteDecision> withoutWait) {}
}
