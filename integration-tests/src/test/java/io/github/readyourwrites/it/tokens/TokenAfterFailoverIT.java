package io.github.readyourwrites.it.tokens;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.tokens.AccountFixture.assertOldValueWithoutToken;
import static io.github.readyourwrites.it.tokens.AccountFixture.read;
import static io.github.readyourwrites.it.tokens.AccountFixture.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A token outlives the primary that it names: the new one has its GTIDs. */
class TokenAfterFailoverIT {

    /** In characters: two servers of 16 bytes, and a few intervals of each. */
    private static final int SHORT_TOKEN = 200;

    @Test
    void tokenOfTheFormerPrimaryIsSeenBehindTheNewOne() throws SQLException {
        try (MySqlCluster cluster = MySqlCluster.start(2)) {
            AccountFixture.create(cluster);
            MySqlServer behind = cluster.replica(1);
            String token;
            try (ShardingSphereFixture fixture = AccountFixture.open(cluster, "")) {
                behind.stopApplier();
                token = write(fixture, 1);
            }
            cluster.promote(cluster.replica(0));
            try (ShardingSphereFixture fixture = AccountFixture.builder("")
                    .group("readwrite_ds", "", cluster.primary(), List.of(behind))
                    .open(READ_YOUR_WRITES)) {
                assertOldValueWithoutToken(fixture);
                assertEquals("1", read(fixture, token));
                String next = write(fixture, 2);
                assertTrue(next.length() <= SHORT_TOKEN, () -> String.valueOf(next.length()));
                assertEquals("2", read(fixture, next));
            }
        }
    }
}
