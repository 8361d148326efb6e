package io.github.readyourwrites.it.situations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.versions.ShardingSphereAtRunTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.Set;

/** The ways to write, each with a read that tells whether it sees all of what was written. */
enum StatementForm {
    REWRITTEN_BATCH_OF_INSERTS("SELECT COUNT(*) FROM account", "1", "101", 1) {
        @Override
        void write(Connection connection) throws SQLException {
            batch(connection, "INSERT INTO account (v) VALUES (?)");
        }
    },

    REWRITTEN_BATCH_OF_UPDATES(AccountFixture.READ, "0", "100", 100) {
        @Override
        void write(Connection connection) throws SQLException {
            batch(connection, "UPDATE account SET v = ? + 1 WHERE id = 1");
        }
    },

    MULTI_STATEMENT(AccountFixture.READ, "0", "2", 2) {
        @Override
        void write(Connection connection) throws SQLException {
            ShardingSphereFixture.execute(connection, AccountFixture.update(1) + "; " + AccountFixture.update(2));
        }
    },

    GENERATED_KEY("SELECT v FROM account WHERE id = 2", "null", "5", 1) {
        @Override
        void write(Connection connection) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(
                    "INSERT INTO account (v) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
                statement.setInt(1, 5);
                statement.executeUpdate();
                try (ResultSet keys = statement.getGeneratedKeys()) {
                    assertTrue(keys.next());
                    assertEquals(2, keys.getInt(1));
                }
            }
        }
    },

    LOAD_DATA("SELECT COUNT(*) FROM account", "1", "3", 1) {
        @Override
        void write(Connection connection) throws SQLException {
            try {
                Path file = Files.createTempFile("account", ".csv");
                try {
                    Files.writeString(file, "10,1\n11,1\n");
                    ShardingSphereFixture.execute(
                            connection,
                            "LOAD DATA LOCAL INFILE '" + file
                                    + "' INTO TABLE account FIELDS TERMINATED BY ',' (id, v)");
                } finally {
                    Files.delete(file);
                }
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    },

    SELECT_FOR_UPDATE(AccountFixture.READ, "0", "6", 1) {
        @Override
        void write(Connection connection) throws SQLException {
            connection.setAutoCommit(false);
            assertEquals("0", ShardingSphereFixture.query(connection, AccountFixture.READ + " FOR UPDATE"));
            ShardingSphereFixture.execute(connection, AccountFixture.update(6));
            connection.commit();
            connection.setAutoCommit(true);
        }
    },

    TRUNCATE("SELECT COUNT(*) FROM account", "1", "0", 1) {
        @Override
        void write(Connection connection) throws SQLException {
            ShardingSphereFixture.execute(connection, "TRUNCATE TABLE account");
        }
    },

    CREATE_TABLE("SELECT COUNT(*) FROM extra", "refused", "0", 1) {
        @Override
        void write(Connection connection) throws SQLException {
            ShardingSphereFixture.execute(connection, "CREATE TABLE extra (id INT PRIMARY KEY)");
        }
    },

    ALTER_TABLE("SELECT added FROM account WHERE id = 1", "refused", "9", 1) {
        @Override
        void write(Connection connection) throws SQLException {
            ShardingSphereFixture.execute(connection, "ALTER TABLE account ADD COLUMN added INT DEFAULT 9");
        }
    },

    /** ShardingSphere sends all but the UPDATE to every data source. Prepare and commit are two positions. */
    XA_TRANSACTION(AccountFixture.READ, "0", "1", 2) {
        @Override
        void write(Connection connection) throws SQLException {
            ShardingSphereFixture.execute(connection, "XA START 'form'");
            ShardingSphereFixture.execute(connection, AccountFixture.update(1));
            ShardingSphereFixture.execute(connection, "XA END 'form'");
            ShardingSphereFixture.execute(connection, "XA PREPARE 'form'");
            ShardingSphereFixture.execute(connection, "XA COMMIT 'form'");
        }
    },

    /** Stock sends it to a replica, which refuses to write. */
    CALL_OF_TWO_TRANSACTIONS(AccountFixture.READ, "refused", "2", 2) {
        @Override
        void write(Connection connection) throws SQLException {
            ShardingSphereFixture.execute(connection, "CALL add_twice()");
        }
    };

    static final String REFUSED = "refused";

    /** All that ShardingSphere can do: before 5.5.2 it sent XA START to one data source, mostly not to the primary. */
    static Set<StatementForm> possible() {
        return ShardingSphereAtRunTime.version().equals("5.5.1")
                ? EnumSet.complementOf(EnumSet.of(XA_TRANSACTION))
                : EnumSet.allOf(StatementForm.class);
    }

    /** Executed once as root, before a data source is opened. */
    static final String[] PROCEDURE = {
        "DROP PROCEDURE IF EXISTS add_twice",
        "CREATE PROCEDURE add_twice() SQL SECURITY INVOKER"
                + " BEGIN UPDATE account SET v = v + 1 WHERE id = 1; UPDATE account SET v = v + 1 WHERE id = 1; END"
    };

    private final String read;

    private final String before;

    private final String after;

    private final int commits;

    StatementForm(String read, String before, String after, int commits) {
        this.read = read;
        this.before = before;
        this.after = after;
        this.commits = commits;
    }

    abstract void write(Connection connection) throws SQLException;

    /** The query whose answer changes with the whole of the write. */
    String read() {
        return read;
    }

    /** What stock gives after the write, from replicas that do not have it. */
    String before() {
        return before;
    }

    String after() {
        return after;
    }

    int commits() {
        return commits;
    }

    /** Runs the statement a hundred times with the numbers from 0 as one batch. */
    static void batch(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < 100; i++) {
                statement.setInt(1, i);
                statement.addBatch();
            }
            assertEquals(100, statement.executeBatch().length);
        }
    }
}
