package io.github.readyourwrites.it.health;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.readyourwrites.replica.Health;
import io.github.readyourwrites.replica.ReplicaHealth;
import io.github.readyourwrites.replica.ReplicaSnapshot;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The example of docs/health.md, which must compile. */
class HealthEndpointTest {

    // docs/health.md
    static String report() {
        return ReplicaHealth.snapshots().stream().map(ReplicaSnapshot::toString).collect(Collectors.joining("\n"));
    }

    static boolean isReady() {
        return ReplicaHealth.snapshots().stream().anyMatch(each -> each.health() == Health.UP);
    }
    // until here

    @Test
    void nothingIsReportedWithoutADataSource() {
        assertEquals(ReplicaHealth.snapshots().isEmpty(), report().isEmpty());
        assertEquals(isReady(), report().contains(" UP for "));
    }
}
