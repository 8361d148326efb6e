package io.github.readyourwrites.it.tokens;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.tokens.AccountFixture.assertOldValue;
import static io.github.readyourwrites.it.tokens.AccountFixture.assertOldValueWithoutToken;
import static io.github.readyourwrites.it.tokens.AccountFixture.awaitOldValue;
import static io.github.readyourwrites.it.tokens.AccountFixture.lastDecision;
import static io.github.readyourwrites.it.tokens.AccountFixture.read;
import static io.github.readyourwrites.it.tokens.AccountFixture.stopAppliers;
import static io.github.readyourwrites.it.tokens.AccountFixture.write;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.session.SessionRegistry;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A session that was handed a token sees what it stands for, and nobody else has to wait for it. */
@ExtendWith(SharedCluster.class)
class HandedOnTokenIT {

    @BeforeEach
    void createTable(MySqlCluster cluster) {
        AccountFixture.create(cluster);
    }

    @Test
    void sessionWithTheTokenSeesTheWriteAndOneWithoutDoesNot(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, "")) {
            stopAppliers(cluster);
            String token = write(fixture, 1);
            assertOldValueWithoutToken(fixture);
            assertEquals("1", read(fixture, token));
        }
    }

    @Test
    void replicaServesTheSessionOnceItHasTheWrite(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, "")) {
            String token = write(fixture, 1);
            cluster.awaitCaughtUp();
            await().pollInSameThread().untilAsserted(() -> {
                assertEquals("1", read(fixture, token));
                assertTrue(lastDecision().reason().isReplica());
            });
        }
    }

    @Test
    void namesOfGroupsAndServersNeedNotBeTheSame(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture here = AccountFixture.open(cluster, "");
                ShardingSphereFixture there = AccountFixture.builder("")
                        .group("shop_rw", "_shop", cluster)
                        .url("write_ds_shop", otherSpelling(cluster))
                        .open(READ_YOUR_WRITES)) {
            stopAppliers(cluster);
            String token = write(here, 1);
            assertOldValueWithoutToken(there);
            assertEquals("1", read(there, token));
            assertEquals("shop_rw", lastDecision().group());
            assertEquals("write_ds_shop", lastDecision().target());
        }
    }

    private static String otherSpelling(MySqlCluster cluster) {
        String url = cluster.primary().jdbcUrl("shop");
        String host = cluster.primary().host();
        return url.replace("//" + host + ":", host.equals("localhost") ? "//127.0.0.1:" : "//localhost:");
    }

    @Test
    void tokenOfAnOpenTransactionStandsForItsCommitToo(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, "")) {
            stopAppliers(cluster);
            String before;
            String inside;
            try (RywSession session = RywSession.open();
                    Connection connection = fixture.connect()) {
                before = session.token();
                connection.setAutoCommit(false);
                ShardingSphereFixture.execute(connection, "UPDATE account SET v = 1 WHERE id = 1");
                inside = session.token();
                connection.commit();
            }
            assertOldValue(fixture, before);
            assertEquals("1", read(fixture, inside));
        }
    }

    @Test
    void positionOfServersThatNoGroupKnowsIsAskedForOnceAndThenIgnored(MySqlCluster cluster) throws SQLException {
        String foreign;
        try (RywSession session = RywSession.open()) {
            GtidSet position = GtidSet.parse("99999999-9999-9999-9999-999999999999:1-5");
            SessionRegistry.observer().committed(new ServerAddress("elsewhere", 3306), position);
            foreign = session.token();
        }
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, "");
                RywSession ignored = RywSession.resume(foreign)) {
            await().pollInSameThread().untilAsserted(() -> {
                assertEquals("0", read(fixture));
                assertTrue(lastDecision().reason().isReplica());
            });
            stopAppliers(cluster);
            AccountFixture.setElsewhere(cluster, 7);
            // Were the primary asked again, no replica would have what it answers.
            awaitOldValue(fixture, RouteReason.REPLICA_HAD_FLOOR);
        }
    }

    @Test
    void sessionWithAKeyTakesATokenThatIsBoundToIt(MySqlCluster cluster) throws SQLException {
        String key = "bound-" + System.nanoTime();
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, "")) {
            stopAppliers(cluster);
            String token;
            try (RywSession session = RywSession.open(key)) {
                session.merge(write(fixture, 1));
                token = session.boundToken();
            }
            assertOldValue(fixture, token);
            try (RywSession other = RywSession.open(key + "-other")) {
                other.merge(token);
                awaitOldValue(fixture, RouteReason.NO_FLOOR);
            }
            try (RywSession same = RywSession.open(key)) {
                same.merge(token);
                assertEquals("1", read(fixture));
            }
        }
    }
}
