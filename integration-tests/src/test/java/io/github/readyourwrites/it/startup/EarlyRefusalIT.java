package io.github.readyourwrites.it.startup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.testcluster.MySqlCluster;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A wrong property fails while ShardingSphere builds its rules, when nobody can close its pools. Where the protocol is
 * named, ShardingSphere has not opened any by then.
 */
@ExtendWith(SharedCluster.class)
class EarlyRefusalIT {

    @BeforeEach
    void endConnections(MySqlCluster cluster) {
        Connections.end(cluster);
    }

    @Test
    void opensNoPoolWhereTheProtocolIsNamed(MySqlCluster cluster) {
        assertRefused(cluster, "proxy-frontend-database-protocol-type: MySQL");
        assertEquals(0, Connections.count(cluster));
    }

    /** The control: ShardingSphere connects to find the protocol out. */
    @Test
    void leavesPoolsOpenOtherwise(MySqlCluster cluster) {
        try {
            assertRefused(cluster, "");
            assertNotEquals(0, Connections.count(cluster));
        } finally {
            Connections.end(cluster);
        }
    }

    private static void assertRefused(MySqlCluster cluster, String properties) {
        assertThrows(
                Exception.class,
                () -> ShardingSphereFixture.builder()
                        .group("readwrite_ds", "", cluster)
                        .properties(properties)
                        .loadBalancerProperties("wait-timeout-milliseconds: soon")
                        .open(ShardingSphereFixture.READ_YOUR_WRITES));
    }
}
