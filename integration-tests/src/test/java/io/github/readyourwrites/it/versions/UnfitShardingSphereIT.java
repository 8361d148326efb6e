package io.github.readyourwrites.it.versions;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.util.Objects;
import java.util.stream.Stream;
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

    private static final String VERSION = System.getProperty("shardingsphere.version", "");

    @Test
    void startIsRefusedInWords(MySqlCluster cluster) {
        Throwable thrown = assertThrows(
                Throwable.class, () -> builder(cluster).open(READ_YOUR_WRITES).close());
        String message = String.valueOf(thrown.getMessage());
        assertTrue(message.contains("is for ShardingSphere 5.5.2 and does not fit ShardingSphere " + VERSION), message);
    }

    /** The services are in the way of everybody, so this shows what a user of another load balancer gets. */
    @Test
    void anotherLoadBalancerFailsAtTheFirstStatementOrBefore(MySqlCluster cluster) {
        Throwable thrown = assertThrows(Throwable.class, () -> {
            try (ShardingSphereFixture fixture = builder(cluster).open(ROUND_ROBIN)) {
                fixture.query("SELECT 1");
            }
        });
        assertTrue(
                Stream.iterate(thrown, Objects::nonNull, Throwable::getCause).anyMatch(LinkageError.class::isInstance),
                thrown::toString);
    }

    private static ShardingSphereFixture.Builder builder(MySqlCluster cluster) {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .groupsKey(VERSION.equals("5.5.0") ? "dataSources" : "dataSourceGroups");
    }
}
