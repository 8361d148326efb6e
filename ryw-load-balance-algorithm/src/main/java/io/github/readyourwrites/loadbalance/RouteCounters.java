package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.session.RouteReason;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts one group's decisions by reason and hands each to its thread. Thread-safe. */
@SuppressWarnings("EnumOrdinal") // an index that lives no longer than the JVM
final class RouteCounters {

    private static final RouteReason[] REASONS = RouteReason.values();

    /** By the reason's ordinal. */
    private final LongAdder[] counts = new LongAdder[REASONS.length];

    private final Target none;

    RouteCounters(String group) {
        none = new Target(group, "");
        for (RouteReason each : REASONS) {
            counts[each.ordinal()] = new LongAdder();
        }
    }

    /** Records where the calling thread's read goes, as its pass knows after how long; returns the target's name. */
    String decided(Target target, RouteReason reason, RoutingPass pass) {
        counts[reason.ordinal()].increment();
        pass.decided(target.decision(reason, pass.waitedNanos()));
        return target.name();
    }

    /** Records that the calling thread's read is not served. */
    void refused(RoutingPass pass) {
        decided(none, RouteReason.REFUSED, pass);
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
