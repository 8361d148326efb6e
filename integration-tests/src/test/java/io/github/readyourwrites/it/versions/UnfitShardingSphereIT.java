package io.github.readyourwrites.it.versions;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A ShardingSphere for which there is no jar, or another jar than the one on the class path: the start is refused in
 * words, and nothing fails in a statement. {@code bin/compatibility} runs it with such releases.
 */
@Tag("unfit")
@ExtendWith(SharedCluster.class)
class UnfitShardingSphereIT {

    @Test
    void startIsRefusedInWords(MySqlCluster cluster) {
        Throwable thrown = assertThrows(
                Throwable.class,
                () -> ShardingSphereFixture.open(cluster, READ_YOUR_WRITES).close());
        String message = String.valueOf(thrown.getMessage());
        assertTrue(
                message.contains("is for ShardingSphere 5.5.2 and does not fit ShardingSphere "
                        + System.getProperty("shardingsphere.version")),
                message);
    }

    /** The services are in the way of everybody, so this shows what a user of another load balancer gets. */
    @Test
    void anotherLoadBalancerDoesNotStartEither(MySqlCluster cluster) throws SQLException {
        assertThrows(LinkageError.class, () -> {
            try (ShardingSphereFixture fixture = ShardingSphereFixture.open(cluster, ROUND_ROBIN)) {
                assertEquals("1", fixture.query("SELECT 1"));
            }
        });
    }
}
