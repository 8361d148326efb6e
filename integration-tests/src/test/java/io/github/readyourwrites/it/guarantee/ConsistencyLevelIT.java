package io.github.readyourwrites.it.guarantee;

import static io.github.readyourwrites.it.guarantee.AccountFixture.IMPATIENT;
import static io.github.readyourwrites.it.guarantee.AccountFixture.OWN_WRITES_ONLY;
import static io.github.readyourwrites.it.guarantee.AccountFixture.READ;
import static io.github.readyourwrites.it.guarantee.AccountFixture.lastReason;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a read must see, by level and scope. Replicas have stopped applying: what is not required is not seen. */
@Tag("central")
@ExtendWith(SharedCluster.class)
class ConsistencyLevelIT {

    private static final String WRITE = "UPDATE account SET v = 1 WHERE id = 1";

    @BeforeEach
    void leaveReplicasBehind(MySqlCluster cluster) {
        AccountFixture.create(cluster);
        AccountFixture.stopAppliers(cluster);
    }

    @Test
    void strongSeesWhatAnotherClientCommittedBeforeTheReadBegan(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, IMPATIENT);
                RywSession ignored = RywSession.open().require(ConsistencyLevel.STRONG)) {
            AccountFixture.setElsewhere(cluster, 1, 1);
            assertEquals("1", fixture.query(READ));
            assertEquals("write_ds", RywSession.lastDecision().orElseThrow().target());
        }
    }

    @Test
    void strongWaitsForAReplicaThatApplies(MySqlCluster cluster) throws SQLException {
        cluster.heal();
        String properties = "consistency-level: STRONG, wait-timeout-milliseconds: 60000";
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, properties)) {
            for (int i = 1; i <= 50; i++) {
                AccountFixture.setElsewhere(cluster, 1, i);
                assertEquals(String.valueOf(i), fixture.query(READ));
                assertEquals(
                        "read_ds_",
                        RywSession.lastDecision().orElseThrow().target().substring(0, "read_ds_".length()));
            }
        }
    }

    @Test
    void sessionDoesNotWaitForOthers(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, OWN_WRITES_ONLY)) {
            writeInAnotherSession(fixture);
            try (RywSession ignored = RywSession.open()) {
                assertEquals("0", fixture.query(READ));
                assertEquals(
                        Duration.ZERO, RywSession.lastDecision().orElseThrow().waited());
            }
        }
    }

    @Test
    void instanceSeesWhatOtherSessionsOfThisJvmWrote(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, IMPATIENT)) {
            writeInAnotherSession(fixture);
            try (RywSession ignored = RywSession.open().require(ConsistencyLevel.INSTANCE)) {
                assertEquals("1", fixture.query(READ));
            }
        }
    }

    @Test
    void eventualReadsAReplicaAfterAWriteOfItsOwn(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, "consistency-level: EVENTUAL");
                RywSession session = RywSession.open()) {
            fixture.execute(WRITE);
            assertEquals("0", fixture.query(READ));
            assertEquals(RouteReason.NO_FLOOR, lastReason());
            session.require(ConsistencyLevel.SESSION);
            assertEquals("1", fixture.query(READ));
        }
    }

    @Test
    void innermostLevelWinsAndIsRestored(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, IMPATIENT);
                RywSession ignored = RywSession.open("nested")) {
            fixture.execute(WRITE);
            try (RywSession inner = RywSession.open("nested").require(ConsistencyLevel.EVENTUAL)) {
                assertEquals("0", fixture.query(READ));
                try (RywSession innermost = RywSession.open("nested")) {
                    assertEquals("0", fixture.query(READ), "inherits what is required around it");
                    innermost.require(ConsistencyLevel.SESSION);
                    assertEquals("1", fixture.query(READ));
                }
                assertEquals("0", fixture.query(READ));
            }
            assertEquals("1", fixture.query(READ));
        }
    }

    @Test
    void readFromPrimaryNestsAndEnds(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, "sessionless-scope: NONE")) {
            AccountFixture.setElsewhere(cluster, 1, 1);
            try (RywSession.PrimaryScope outer = RywSession.readFromPrimary()) {
                try (RywSession.PrimaryScope inner = RywSession.readFromPrimary()) {
                    assertEquals("1", fixture.query(READ));
                    assertEquals(RouteReason.PRIMARY_REQUESTED, lastReason());
                }
                assertEquals("1", fixture.query(READ));
            }
            assertEquals("0", fixture.query(READ));
        }
    }

    @Test
    void sessionlessReadSeesWhatThisJvmWrote(MySqlCluster cluster) throws Exception {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, IMPATIENT)) {
            writeInAnotherSession(fixture);
            assertEquals("1", fixture.query(READ));
            assertEquals("1", AccountFixture.onBareThread(() -> fixture.query(READ)));
        }
    }

    @Test
    void sessionlessReadSeesWhatItsThreadWrote(MySqlCluster cluster) throws Exception {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, IMPATIENT + ", sessionless-scope: THREAD")) {
            fixture.execute(WRITE);
            assertEquals("1", fixture.query(READ));
            assertEquals("0", AccountFixture.onBareThread(() -> fixture.query(READ)));
        }
    }

    @Test
    void sessionlessReadSeesNothingInParticular(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, IMPATIENT + ", sessionless-scope: NONE")) {
            fixture.execute(WRITE);
            assertEquals("0", fixture.query(READ));
            try (RywSession ignored = RywSession.open()) {
                assertEquals("1", fixture.query(READ), "in a session it still does");
            }
        }
    }

    @Test
    void sessionSeesWhatWasWrittenOutsideAnySession(MySqlCluster cluster) throws SQLException {
        assertEquals("1", writeOutsideAndReadInASession(cluster, "session-includes-sessionless: true"));
    }

    @Test
    void sessionNeedNotSeeWhatBackgroundJobsWrite(MySqlCluster cluster) throws SQLException {
        assertEquals("0", writeOutsideAndReadInASession(cluster, "session-includes-sessionless: false"));
    }

    @Test
    void replicasServeAgainOnceTheyHaveApplied(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, IMPATIENT);
                RywSession ignored = RywSession.open()) {
            fixture.execute(WRITE);
            assertEquals("1", fixture.query(READ));
            assertEquals(RouteReason.PRIMARY_AFTER_WAIT, lastReason());
            cluster.replicas().forEach(MySqlServer::startApplier);
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                assertEquals("1", fixture.query(READ));
                return lastReason() == RouteReason.REPLICA_HAD_FLOOR;
            });
        }
    }

    private static String writeOutsideAndReadInASession(MySqlCluster cluster, String property) throws SQLException {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, IMPATIENT + ", " + property)) {
            fixture.execute(WRITE);
            try (RywSession ignored = RywSession.open()) {
                return fixture.query(READ);
            }
        }
    }

    private static void writeInAnotherSession(ShardingSphereFixture fixture) throws SQLException {
        try (RywSession ignored = RywSession.open()) {
            fixture.execute(WRITE);
        }
    }
}
