package io.github.readyourwrites.it.tokens;

import static io.github.readyourwrites.it.tokens.AccountFixture.assertOldValue;
import static io.github.readyourwrites.it.tokens.AccountFixture.lastDecision;
import static io.github.readyourwrites.it.tokens.AccountFixture.read;
import static io.github.readyourwrites.it.tokens.AccountFixture.stopAppliers;
import static io.github.readyourwrites.it.tokens.AccountFixture.write;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.session.TokenOutcome;
import io.github.readyourwrites.session.TokenStatistics;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A token that cannot be read counts as none: the read is served as if there were no token, by a replica at once, without
 * an exception and without a question to the primary.
 */
@ExtendWith(SharedCluster.class)
class RefusedTokenIT {

    @BeforeEach
    void createTable(MySqlCluster cluster) {
        AccountFixture.create(cluster);
    }

    @Test
    void whatIsNoTokenIsServedByAReplicaAndCounted(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture =
                AccountFixture.open(cluster, "token-keys: '" + AccountFixture.key("k1") + "'")) {
            stopAppliers(cluster);
            String token = write(fixture, 1);
            assertEquals("1", read(fixture, token), "the good one");
            int half = token.length() / 2;
            char other = token.charAt(half) == 'A' ? 'B' : 'A';
            String forged = token.substring(0, half) + other + token.substring(half + 1);
            assertNone(TokenOutcome.FORGED, fixture, forged);
            assertNone(TokenOutcome.FORGED, fixture, token.substring(0, token.length() - 4));
            assertNone(TokenOutcome.MALFORMED, fixture, token.substring(0, 20));
            assertNone(TokenOutcome.MALFORMED, fixture, "' OR 1 = 1 --");
            assertNone(TokenOutcome.MALFORMED, fixture, "");
            assertNone(TokenOutcome.TOO_LONG, fixture, token.repeat(1_000));
            assertNone(TokenOutcome.UNKNOWN_VERSION, fixture, unsealed(cluster));
        }
    }

    /** As it was before tokens were sealed, which whoever held one could change. */
    private static String unsealed(MySqlCluster cluster) {
        String text = "0;" + System.currentTimeMillis() + ";"
                + cluster.primary().serverUuid() + "!1!" + cluster.primary().gtidExecuted();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static void assertNone(TokenOutcome expected, ShardingSphereFixture fixture, String token) {
        long before = TokenStatistics.current().count(expected);
        // Had it made the session ask the primary, there would be a floor.
        assertOldValue(fixture, token);
        assertEquals(before + 1, TokenStatistics.current().count(expected));
    }

    @Test
    void keysMayBeChangedWithoutAGapAndTakenAway(MySqlCluster cluster) throws SQLException {
        String older = AccountFixture.key("old");
        String newer = AccountFixture.key("new");
        String token;
        try (ShardingSphereFixture fixture = openWithKeys(cluster, older)) {
            stopAppliers(cluster);
            token = write(fixture, 1);
        }
        try (ShardingSphereFixture fixture = openWithKeys(cluster, newer + "," + older)) {
            assertEquals("1", read(fixture, token));
        }
        try (ShardingSphereFixture fixture = openWithKeys(cluster, newer)) {
            assertNone(TokenOutcome.UNKNOWN_KEY, fixture, token);
        }
        try (ShardingSphereFixture fixture = openWithKeys(cluster, AccountFixture.key("old"))) {
            assertNone(TokenOutcome.FORGED, fixture, token);
        }
    }

    private static ShardingSphereFixture openWithKeys(MySqlCluster cluster, String keys) throws SQLException {
        return AccountFixture.open(cluster, "token-keys: '" + keys + "'");
    }

    @Test
    void expiredTokenMakesTheReadAskThePrimary(MySqlCluster cluster) throws SQLException {
        String token;
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, "")) {
            token = write(fixture, 1);
            cluster.awaitCaughtUp();
            stopAppliers(cluster);
            AccountFixture.setElsewhere(cluster, 7);
            await().pollInSameThread().untilAsserted(() -> {
                assertEquals("1", read(fixture, token), "a replica has what it stands for");
                assertEquals(RouteReason.REPLICA_HAD_FLOOR, lastDecision().reason());
            });
        }
        long before = TokenStatistics.current().count(TokenOutcome.EXPIRED);
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, "token-ttl-milliseconds: 1000")) {
            await().pollInSameThread().until(() -> {
                try (RywSession ignored = RywSession.resume(token)) {
                    return TokenStatistics.current().count(TokenOutcome.EXPIRED) > before && "7".equals(read(fixture));
                }
            });
        }
    }
}
