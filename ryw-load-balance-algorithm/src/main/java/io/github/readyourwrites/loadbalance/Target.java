package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RouteReason;
import java.time.Duration;

/** A data source of one group that reads may go to. Immutable. */
@SuppressWarnings("EnumOrdinal") // an index that lives no longer than the JVM
final class Target {

    private final String group;

    private final String name;

    /** By the reason's ordinal: decisions without a wait repeat, so there is one object for each. */
    private final RouteDecision[] withoutWait;

    /**
     * A target.
     *
     * @param name the data source's name; empty stands for none, where a read was refused
     */
    Target(String group, String name) {
        this.group = group;
        this.name = name;
        RouteReason[] reasons = RouteReason.values();
        withoutWait = new RouteDecision[reasons.length];
        for (RouteReason each : reasons) {
            withoutWait[each.ordinal()] = new RouteDecision(group, name, each, Duration.ZERO);
        }
    }

    String name() {
        return name;
    }

    /** The decision to send a read here; the same object each time, unless there was a wait. */
    RouteDecision decision(RouteReason reason, long waitedNanos) {
        return waitedNanos == 0
                ? withoutWait[reason.ordinal()]
                : new RouteDecision(group, name, reason, Duration.ofNanos(waitedNanos));
    }
}
