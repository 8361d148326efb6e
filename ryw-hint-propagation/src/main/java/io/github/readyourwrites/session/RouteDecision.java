package io.github.readyourwrites.session;

import java.time.Duration;
import java.util.Objects;

/**
 * Where a read was sent, and why.
 *
 * @param group name of the readwrite-splitting data source group
 * @param target name of the data source that serves the read; empty if it was {@link RouteReason#REFUSED refused}
 * @param reason why
 * @param waited how long the read waited for a fence or a replica, zero if not at all
 */
public record RouteDecision(String group, String target, RouteReason reason, Duration waited) {

    public RouteDecision {
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(waited, "waited");
    }
}
