package io.github.readyourwrites.it.situations;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static io.github.readyourwrites.it.situations.AccountFixture.READ;
import static io.github.readyourwrites.it.situations.AccountFixture.lastDecision;
import static io.github.readyourwrites.it.situations.AccountFixture.lastReason;
import static io.github.readyourwrites.it.situations.AccountFixture.update;
import static io.github.readyourwrites.it.situations.AccountFixture.wasServedByReplica;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A read-only transaction after a write, as {@code @Transactional(readOnly = true)} makes it. */
@ExtendWith(SharedCluster.class)
class ReadOnlyTransactionIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int READS = 20;

    private static final int ROUNDS = 100;

    private static final String SERVER = "SELECT @@server_uuid FROM account WHERE id = 1";

    @BeforeEach
    void createTable(MySqlCluster cluster) {
        AccountFixture.create(cluster);
    }

    @ParameterizedTest
    @EnumSource
    void stockRoundRobinReadsTheOldValueFromChangingReplicas(Form form, MySqlCluster cluster) throws SQLException {
        AccountFixture.stopAppliers(cluster);
        try (ShardingSphereFixture fixture = open(cluster, ROUND_ROBIN);
                Connection connection = fixture.connect()) {
            fixture.execute(update(1));
            form.begin(connection);
            Set<String> servers = new HashSet<>();
            for (int i = 0; i < READS; i++) {
                assertEquals("0", ShardingSphereFixture.query(connection, READ));
                servers.add(ShardingSphereFixture.query(connection, SERVER));
                // An odd number of reads each round, so that taking turns does not look like staying.
                ShardingSphereFixture.query(connection, READ);
            }
            assertEquals(2, servers.size(), servers::toString);
            form.commit(connection);
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsTheWriteFromThePrimaryThenFromReplicasOnceTheyHaveIt(Form form, MySqlCluster cluster)
            throws SQLException {
        AccountFixture.stopAppliers(cluster);
        try (ShardingSphereFixture fixture = open(cluster, READ_YOUR_WRITES);
                RywSession ignored = RywSession.open()) {
            fixture.execute(update(1));
            try (Connection connection = fixture.connect()) {
                form.begin(connection);
                for (int i = 0; i < READS; i++) {
                    assertEquals("1", ShardingSphereFixture.query(connection, READ));
                    assertEquals("write_ds", lastDecision().target());
                }
                form.commit(connection);
            }
            AccountFixture.startAppliers(cluster);
            await().atMost(PATIENCE).pollInSameThread().until(() -> {
                try (Connection connection = fixture.connect()) {
                    form.begin(connection);
                    assertEquals("1", ShardingSphereFixture.query(connection, READ));
                    form.commit(connection);
                    return wasServedByReplica();
                }
            });
        }
    }

    @Test
    void staysOnOneReplicaWhileThatHasTheFloor(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster, READ_YOUR_WRITES);
                RywSession ignored = RywSession.open()) {
            Set<String> served = new HashSet<>();
            // Each transaction finds its own replica; the inner load balancer takes turns between transactions.
            await().atMost(PATIENCE).pollInSameThread().until(() -> {
                fixture.execute(update(1));
                cluster.awaitCaughtUp();
                served.addAll(serversOfOneTransaction(fixture));
                return served.size() == 2;
            });
        }
    }

    /** One replica behind, one live, a write and a read-only transaction in turns. */
    @Test
    void neverReadsStaleWhileOneReplicaIsBehind(MySqlCluster cluster) throws SQLException {
        cluster.replica(0).stopApplier();
        assertTrue(staleAfterWrites(cluster, ROUND_ROBIN) > ROUNDS / 4, "stock");
        assertEquals(0, staleAfterWrites(cluster, READ_YOUR_WRITES));
    }

    private static int staleAfterWrites(MySqlCluster cluster, String loadBalancer) throws SQLException {
        int result = 0;
        try (ShardingSphereFixture fixture = open(cluster, loadBalancer);
                RywSession ignored = RywSession.open()) {
            for (int i = 1; i <= ROUNDS; i++) {
                fixture.execute(update(i));
                Form form = i % 2 == 0 ? Form.JDBC : Form.TEXT;
                try (Connection connection = fixture.connect()) {
                    form.begin(connection);
                    result += String.valueOf(i).equals(ShardingSphereFixture.query(connection, READ)) ? 0 : 1;
                    result += String.valueOf(i).equals(ShardingSphereFixture.query(connection, READ)) ? 0 : 1;
                    form.commit(connection);
                }
            }
        }
        return result;
    }

    private static Set<String> serversOfOneTransaction(ShardingSphereFixture fixture) throws SQLException {
        Set<String> result = new HashSet<>();
        try (Connection connection = fixture.connect()) {
            Form.JDBC.begin(connection);
            for (int i = 0; i < READS; i++) {
                result.add(ShardingSphereFixture.query(connection, SERVER));
                if (i > 0) {
                    assertEquals(RouteReason.TRANSACTION_REPLICA, lastReason());
                }
            }
            Form.JDBC.commit(connection);
        }
        assertEquals(1, result.size(), result::toString);
        return result;
    }

    private static ShardingSphereFixture open(MySqlCluster cluster, String loadBalancer) throws SQLException {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .loadBalancerProperties(
                        loadBalancer.equals(ROUND_ROBIN)
                                ? ""
                                : "wait-timeout-milliseconds: 50, probe-timeout-milliseconds: 10000")
                .open(loadBalancer);
    }

    /** How a read-only transaction is begun and ended. */
    private enum Form {
        JDBC {
            @Override
            void begin(Connection connection) throws SQLException {
                connection.setReadOnly(true);
                connection.setAutoCommit(false);
            }

            @Override
            void commit(Connection connection) throws SQLException {
                connection.commit();
                connection.setAutoCommit(true);
                connection.setReadOnly(false);
            }
        },

        /** ShardingSphere sends these two to every data source, and does not know that it is in a transaction. */
        TEXT {
            @Override
            void begin(Connection connection) throws SQLException {
                ShardingSphereFixture.execute(connection, "START TRANSACTION READ ONLY");
            }

            @Override
            void commit(Connection connection) throws SQLException {
                ShardingSphereFixture.execute(connection, "COMMIT");
            }
        };

        abstract void begin(Connection connection) throws SQLException;

        abstract void commit(Connection connection) throws SQLException;
    }
}
