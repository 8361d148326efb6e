package io.github.readyourwrites.loadbalance;

import java.util.List;
import java.util.stream.Stream;

/**
 * One readwrite-splitting data source group that uses our algorithm, as found in ShardingSphere's rule.
 *
 * @param database the logical database
 * @param name the group's name in the rule; unique within one database only
 * @param write the write data source
 * @param reads the read data sources in the rule's order
 * @param configuration the properties of its load balancer
 * @param inner the load balancer inside ours
 * @param transactionalStrategy {@code PRIMARY}, {@code FIXED} or {@code DYNAMIC}
 */
record GroupDescriptor(
        String database,
        String name,
        DataSourceDescriptor write,
        List<DataSourceDescriptor> reads,
        RoutingConfiguration configuration,
        InnerLoadBalancer inner,
        String transactionalStrategy) {
    GroupDescriptor {
        reads = List.copyOf(reads);
    }

    /** The same for a thread that may hold one of the application's connections itself: the pool is not asked for another. */
    GroupDescriptor withoutPool() {
        return new GroupDescriptor(
                database, name, write.withoutPool(), reads, configuration, inner, transactionalStrategy);
    }

    /** How many reads that fell back on the primary may be at work at once: never without a bound that nobody asked for. */
    int concurrentFallbacks() {
        int configured = configuration.health().concurrentFallbacks();
        if (configured != HealthConfiguration.HALF_OF_POOL) {
            return configured;
        }
        return Math.max(1, (write.poolSize() == 0 ? PoolSize.USUAL : write.poolSize()) / 2);
    }

    /** The names of its data sources, the write data source's first. */
    List<String> names() {
        return Stream.concat(Stream.of(write), reads.stream())
                .map(DataSourceDescriptor::name)
                .toList();
    }
}
