package io.github.readyourwrites.it.situations;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static io.github.readyourwrites.it.situations.AccountFixture.READ;
import static io.github.readyourwrites.it.situations.AccountFixture.lastDecision;
import static io.github.readyourwrites.it.situations.AccountFixture.lastReason;
import static io.github.readyourwrites.it.situations.AccountFixture.update;
import static io.github.readyourwrites.it.situations.AccountFixture.wasServedByReplica;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A transaction that starts with a read on a replica, then writes, reads and commits. */
@ExtendWith(SharedCluster.class)
class ReadFirstTransactionIT {

    @BeforeEach
    void stopAppliers(MySqlCluster cluster) {
        AccountFixture.create(cluster);
        AccountFixture.stopAppliers(cluster);
    }

    @Test
    void stockRoundRobinReadsTheOldValueInsideAndAfterwards(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = ShardingSphereFixture.open(cluster, ROUND_ROBIN);
                Connection connection = fixture.connect()) {
            connection.setAutoCommit(false);
            ShardingSphereFixture.query(connection, READ);
            ShardingSphereFixture.execute(connection, update(1));
            assertEquals("0", ShardingSphereFixture.query(connection, READ));
            connection.commit();
            assertEquals("0", fixture.query(READ));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DYNAMIC", "FIXED"})
    void readsOnAReplicaThenOnThePrimaryThenWhatItCommitted(String strategy, MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster, strategy);
                RywSession ignored = RywSession.open();
                Connection connection = fixture.connect()) {
            connection.setAutoCommit(false);
            assertEquals("0", ShardingSphereFixture.query(connection, READ));
            assertTrue(wasServedByReplica(), lastDecision()::toString);
            writeReadAndCommit(connection);
            readAgain(fixture, connection);
        }
    }

    @Test
    void readsOnThePrimaryThroughoutWhereTheStrategyIsPrimary(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster, "PRIMARY");
                RywSession ignored = RywSession.open();
                Connection connection = fixture.connect()) {
            connection.setAutoCommit(false);
            assertEquals("0", ShardingSphereFixture.query(connection, READ));
            assertEquals(RouteReason.TRANSACTION_ON_PRIMARY, lastReason());
            writeReadAndCommit(connection);
            readAgain(fixture, connection);
        }
    }

    private static void writeReadAndCommit(Connection connection) throws SQLException {
        ShardingSphereFixture.execute(connection, update(1));
        assertEquals("1", ShardingSphereFixture.query(connection, READ));
        assertEquals(RouteReason.TRANSACTION_ON_PRIMARY, lastReason());
        connection.commit();
    }

    /** In the next transaction of the same connection, and outside any. */
    private static void readAgain(ShardingSphereFixture fixture, Connection connection) throws SQLException {
        assertEquals("1", ShardingSphereFixture.query(connection, READ));
        connection.commit();
        connection.setAutoCommit(true);
        assertEquals("1", ShardingSphereFixture.query(connection, READ));
        assertEquals(RouteReason.PRIMARY_AFTER_WAIT, lastReason());
        assertEquals("1", fixture.query(READ));
        assertEquals(RouteReason.PRIMARY_AFTER_WAIT, lastReason());
    }

    private static ShardingSphereFixture open(MySqlCluster cluster, String strategy) throws SQLException {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .strategy(strategy)
                .loadBalancerProperties(
                        "wait-timeout-milliseconds: 50, probe-timeout-milliseconds: 10000, session-includes-sessionless: false")
                .open(READ_YOUR_WRITES);
    }
}
