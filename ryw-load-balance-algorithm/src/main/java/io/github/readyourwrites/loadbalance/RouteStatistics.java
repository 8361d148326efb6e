package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.session.RouteReason;
import java.util.List;
import java.util.Map;

/**
 * How many reads of one group went where, by reason, since its data source was opened.
 *
 * @param database the logical database
 * @param group the readwrite-splitting data source group
 * @param decisions count per reason; reasons that never occurred are zero
 */
public record RouteStatistics(String database, String group, Map<RouteReason, Long> decisions) {

    public RouteStatistics {
        decisions = Map.copyOf(decisions);
    }

    /**
     * The groups of all open ShardingSphere data sources of this JVM; two data sources may have groups of one name.
     * Thread-safe, does not block.
     */
    public static List<RouteStatistics> all() {
        return RoutingRegistry.bindings().all().stream()
                .map(each -> new RouteStatistics(
                        each.descriptor().database(), each.descriptor().name(), each.decisions()))
                .toList();
    }

    /** Reads that went to a replica, for whichever reason. */
    public long onReplicas() {
        return sum(true);
    }

    /** Reads that went to the primary, for whichever reason. */
    public long onPrimary() {
        return sum(false);
    }

    private long sum(boolean onReplicas) {
        return decisions.entrySet().stream()
                .filter(each -> each.getKey() != RouteReason.REFUSED)
                .filter(each -> each.getKey().isReplica() == onReplicas)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
