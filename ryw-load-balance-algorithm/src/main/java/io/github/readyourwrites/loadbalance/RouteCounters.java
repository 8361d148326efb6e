package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.session.ReadView;
import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RouteReason;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts one group's decisions by reason and hands each to its thread. Thread-safe. */
final class RouteCounters {

    private static final RouteReason[] REASONS = RouteReason.values();

    private final String group;

    private final LongAdder[] counts = new LongAdder[REASONS.length];

    /** Decisions without a wait repeat: per target, by the reason's ordinal. */
    private final Map<String, RouteDecision[]> withoutWait = new ConcurrentHashMap<>();

    RouteCounters(String group) {
        this.group = group;
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    /** Records where the calling thread's read goes; returns {@code target}. */
    String decided(String target, RouteReason reason, long waitedNanos) {
        counts[reason.ordinal()].increment();
        ReadView.decided(
                waitedNanos == 0
                        ? withoutWait.computeIfAbsent(target, this::decisions)[reason.ordinal()]
                        : new RouteDecision(group, target, reason, Duration.ofNanos(waitedNanos)));
        return target;
    }

    private RouteDecision[] decisions(String target) {
        RouteDecision[] result = new RouteDecision[REASONS.length];
        for (RouteReason each : REASONS) {
            result[each.ordinal()] = new RouteDecision(group, target, each, Duration.ZERO);
        }
        return result;
    }

    /** The counts so far; reasons that never occurred are zero. */
    Map<RouteReason, Long> snapshot() {
        Map<RouteReason, Long> result = new EnumMap<>(RouteReason.class);
        for (RouteReason each : REASONS) {
            result.put(each, counts[each.ordinal()].sum());
        }
        return result;
    }
}
