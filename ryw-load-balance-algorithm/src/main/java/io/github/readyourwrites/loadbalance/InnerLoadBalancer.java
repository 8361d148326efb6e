package io.github.readyourwrites.loadbalance;

import java.util.List;

/** The load balancer inside ours ({@code load-balancer}), seen without ShardingSphere's types. Thread-safe. */
@FunctionalInterface
interface InnerLoadBalancer {

    /**
     * Picks one of the read data sources.
     *
     * @param group the name of the group
     * @param available the full list that ShardingSphere gave, as the inner algorithm's own caches expect
     * @return the pick, which the caller must check against what is eligible
     */
    String pick(String group, List<String> available);
}
