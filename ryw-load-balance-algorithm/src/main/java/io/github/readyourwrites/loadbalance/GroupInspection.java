package io.github.readyourwrites.loadbalance;

import java.util.List;

/**
 * What a look at a group's servers gave. Immutable.
 *
 * @param descriptor the group
 * @param servers the write data source first, then the read data sources in their order; empty if a URL cannot be used
 * @param tracker what the pool of the write data source showed of the tracker
 * @param findings what is wrong, most severe or not
 */
record GroupInspection(
        GroupDescriptor descriptor, List<InspectedServer> servers, TrackerState tracker, List<Finding> findings) {
    GroupInspection {
        servers = List.copyOf(servers);
        findings = Finding.merge(findings);
    }

    /** No look at all. */
    static GroupInspection none(GroupDescriptor descriptor) {
        return new GroupInspection(descriptor, List.of(), TrackerState.UNKNOWN, List.of());
    }

    /** The same look, at {@code whole}. */
    GroupInspection of(GroupDescriptor whole) {
        return new GroupInspection(whole, servers, tracker, findings);
    }

    InspectedServer write() {
        return servers.get(0);
    }

    List<InspectedServer> reads() {
        return servers.subList(1, servers.size());
    }
}
