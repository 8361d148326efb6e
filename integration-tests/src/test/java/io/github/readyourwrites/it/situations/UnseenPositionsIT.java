package io.github.readyourwrites.it.situations;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Another client changes the primary, our session runs a statement that sees it but gets no position, then reads. No
 * replica has the change.
 */
@ExtendWith(SharedCluster.class)
class UnseenPositionsIT {

    private static final int SETS = 50;

    @BeforeEach
    void createTables(MySqlCluster cluster) {
        AccountFixture.create(cluster);
        cluster.primary()
                .execute("CREATE TABLE child (id INT PRIMARY KEY, account INT,"
                        + " FOREIGN KEY (account) REFERENCES account (id))");
        cluster.awaitCaughtUp();
    }

    @Test
    void stockRoundRobinReadsWhatWasThereBefore(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = ShardingSphereFixture.open(cluster, ROUND_ROBIN)) {
            for (Scene each : Scene.values()) {
                assertEquals(each.before, readAfter(each, fixture, cluster), each::toString);
            }
        }
    }

    @Test
    void readsWhatItsStatementHasSeen(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster)) {
            for (Scene each : Scene.values()) {
                try (RywSession ignored = RywSession.open()) {
                    assertEquals(each.after, readAfter(each, fixture, cluster), each::toString);
                }
            }
        }
    }

    /** As with a server or proxy that refuses the variable: the tracker is there, but no position comes. */
    @Test
    void readsItsWritesWhereTheServerTellsNoPosition(MySqlCluster cluster) throws SQLException {
        String url = cluster.primary().jdbcUrl("shop", ShardingSphereFixture.TRACKER);
        try (ShardingSphereFixture fixture = open(cluster);
                RywSession ignored = RywSession.open();
                Connection connection = DriverManager.getConnection(url, "app", "app")) {
            ShardingSphereFixture.execute(connection, "SET SESSION session_track_gtids = OFF");
            AccountFixture.stopAppliers(cluster);
            ShardingSphereFixture.execute(connection, AccountFixture.update(1));
            assertEquals("1", fixture.query(AccountFixture.READ));

            connection.setAutoCommit(false);
            ShardingSphereFixture.execute(connection, AccountFixture.update(2));
            connection.commit();
            assertEquals("2", fixture.query(AccountFixture.READ));
        }
    }

    private static String readAfter(Scene scene, ShardingSphereFixture fixture, MySqlCluster cluster)
            throws SQLException {
        AccountFixture.startAppliers(cluster);
        cluster.primary()
                .execute("DELETE FROM child", "DELETE FROM account", "INSERT INTO account VALUES (1, 0), (3, 0)");
        cluster.awaitCaughtUp();
        AccountFixture.stopAppliers(cluster);
        cluster.primary().execute(scene.other);
        try (Connection connection = fixture.connect()) {
            scene.act(connection);
        }
        return fixture.query(scene.read);
    }

    private static ShardingSphereFixture open(MySqlCluster cluster) throws SQLException {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .loadBalancerProperties("wait-timeout-milliseconds: 300, session-includes-sessionless: false")
                .open(READ_YOUR_WRITES);
    }

    /** What the other client does, what our session does and reads. */
    enum Scene {
        UPDATE_TO_THE_SAME_VALUE(AccountFixture.update(7), AccountFixture.READ, "0", "7") {
            @Override
            void act(Connection connection) throws SQLException {
                ShardingSphereFixture.execute(connection, AccountFixture.update(7));
            }
        },

        UPDATE_THAT_MATCHES_NOTHING(AccountFixture.update(7), AccountFixture.READ, "0", "7") {
            @Override
            void act(Connection connection) throws SQLException {
                ShardingSphereFixture.execute(connection, "UPDATE account SET v = 8 WHERE id = 1 AND v = 0");
            }
        },

        UPDATE_TO_THE_SAME_VALUE_IN_A_TRANSACTION(AccountFixture.update(7), AccountFixture.READ, "0", "7") {
            @Override
            void act(Connection connection) throws SQLException {
                connection.setAutoCommit(false);
                ShardingSphereFixture.execute(connection, AccountFixture.update(7));
                connection.commit();
            }
        },

        INSERT_IGNORE("INSERT INTO account VALUES (2, 5)", "SELECT v FROM account WHERE id = 2", "null", "5") {
            @Override
            void act(Connection connection) throws SQLException {
                ShardingSphereFixture.execute(connection, "INSERT IGNORE INTO account (id, v) VALUES (2, 9)");
            }
        },

        DUPLICATE_KEY("INSERT INTO account VALUES (2, 5)", "SELECT v FROM account WHERE id = 2", "null", "5") {
            @Override
            void act(Connection connection) {
                assertRefused(connection, "INSERT INTO account (id, v) VALUES (2, 9)");
            }
        },

        DUPLICATE_KEY_IN_A_TRANSACTION(
                "INSERT INTO account VALUES (2, 5)", "SELECT v FROM account WHERE id = 2", "null", "5") {
            @Override
            void act(Connection connection) throws SQLException {
                connection.setAutoCommit(false);
                assertRefused(connection, "INSERT INTO account (id, v) VALUES (2, 9)");
                connection.rollback();
            }
        },

        FOREIGN_KEY("DELETE FROM account WHERE id = 3", "SELECT COUNT(*) FROM account WHERE id = 3", "1", "0") {
            @Override
            void act(Connection connection) {
                assertRefused(connection, "INSERT INTO child (id, account) VALUES (1, 3)");
            }
        },

        ROLLBACK(AccountFixture.update(7), AccountFixture.READ, "0", "7") {
            @Override
            void act(Connection connection) throws SQLException {
                connection.setAutoCommit(false);
                ShardingSphereFixture.execute(connection, "UPDATE account SET v = v + 1 WHERE id = 1");
                connection.rollback();
            }
        },

        ROLLBACK_OF_ALL_BUT_ONE_WRITE(AccountFixture.update(7), AccountFixture.READ, "0", "7") {
            @Override
            void act(Connection connection) throws SQLException {
                connection.setAutoCommit(false);
                ShardingSphereFixture.execute(connection, "UPDATE account SET v = v + 1 WHERE id = 1");
                connection.rollback();
                ShardingSphereFixture.execute(connection, "INSERT INTO account (id, v) VALUES (9, 9)");
                connection.commit();
            }
        },

        SETS_AFTER_A_WRITE("DO 0", AccountFixture.READ, "0", "6") {
            @Override
            void act(Connection connection) throws SQLException {
                ShardingSphereFixture.execute(connection, AccountFixture.update(6));
                for (int i = 0; i < SETS; i++) {
                    ShardingSphereFixture.execute(connection, "SET @x = " + i);
                }
            }
        },

        SETS_AFTER_AN_UPDATE_TO_THE_SAME_VALUE(AccountFixture.update(7), AccountFixture.READ, "0", "7") {
            @Override
            void act(Connection connection) throws SQLException {
                ShardingSphereFixture.execute(connection, AccountFixture.update(7));
                for (int i = 0; i < SETS; i++) {
                    ShardingSphereFixture.execute(connection, "SET @x = " + i);
                }
            }
        };

        private final String other;

        private final String read;

        private final String before;

        private final String after;

        Scene(String other, String read, String before, String after) {
            this.other = other;
            this.read = read;
            this.before = before;
            this.after = after;
        }

        abstract void act(Connection connection) throws SQLException;

        static void assertRefused(Connection connection, String sql) {
            assertThrows(
                    SQLIntegrityConstraintViolationException.class,
                    () -> ShardingSphereFixture.execute(connection, sql));
        }
    }
}
