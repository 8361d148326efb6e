package io.github.readyourwrites.it.soak;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;

/** Writes and reads until told that it is enough. Errors are counted; a write without an answer is not acknowledged. */
final class Worker implements Callable<Void> {

    private static final String WRITE = "UPDATE ledger SET v = v + 1 WHERE id = ?";

    private static final String READ = "SELECT v FROM ledger WHERE id = ?";

    private final ShardingSphereFixture fixture;

    /** For what another client writes. */
    private final MySqlServer primary;

    private final Ledger ledger;

    private final Tally tally;

    private final Random random;

    private final BooleanSupplier isEnough;

    Worker(
            ShardingSphereFixture fixture,
            MySqlServer primary,
            Ledger ledger,
            Tally tally,
            Random random,
            BooleanSupplier isEnough) {
        this.fixture = fixture;
        this.primary = primary;
        this.ledger = ledger;
        this.tally = tally;
        this.random = random;
        this.isEnough = isEnough;
    }

    @Override
    public Void call() throws SQLException {
        try (Connection elsewhere = primary.connect("app", "app")) {
            while (!isEnough.getAsBoolean()) {
                take(Scenario.pick(random), elsewhere);
            }
        }
        return null;
    }

    private void take(Scenario scenario, Connection elsewhere) {
        switch (scenario) {
            case ONE_TO_ONE -> {
                int row = Ledger.keyed().pick(random);
                try (RywSession ignored = RywSession.open(key(row))) {
                    write(row);
                    check(scenario, row);
                }
            }
            case SEVERAL_READS -> {
                int row = Ledger.keyed().pick(random);
                try (RywSession ignored = RywSession.open(key(row))) {
                    write(row);
                }
                for (int i = 0; i < Scenario.SEVERAL; i++) {
                    try (RywSession ignored = RywSession.open(key(row))) {
                        check(scenario, row);
                    }
                }
            }
            case TRANSACTION -> {
                int row = Ledger.keyed().pick(random);
                try (RywSession ignored = RywSession.open(key(row))) {
                    writeInTransaction(row);
                    checkInReadOnlyTransaction(row);
                }
            }
            case INSTANCE -> {
                write(Ledger.sessionless().pick(random));
                check(scenario, Ledger.written().pick(random));
            }
            case STRONG -> {
                int row = Ledger.elsewhere().pick(random);
                write(row, elsewhere);
                try (RywSession ignored = RywSession.open().require(ConsistencyLevel.STRONG)) {
                    check(scenario, row);
                }
            }
        }
    }

    private static String key(int row) {
        return "row:" + row;
    }

    private void write(int row) {
        try (Connection connection = fixture.connect()) {
            write(row, connection);
        } catch (SQLException ex) {
            tally.writeFailed(ex);
        }
    }

    /** On a connection that commits by itself. */
    private void write(int row, Connection connection) {
        ledger.attempt(row);
        try {
            update(row, connection);
            ledger.acknowledge(row);
        } catch (SQLException ex) {
            tally.writeFailed(ex);
        }
    }

    private void writeInTransaction(int row) {
        ledger.attempt(row);
        try (Connection connection = fixture.connect()) {
            connection.setAutoCommit(false);
            update(row, connection);
            connection.commit();
            ledger.acknowledge(row);
        } catch (SQLException ex) {
            tally.writeFailed(ex);
        }
    }

    private void check(Scenario scenario, int row) {
        long least = ledger.acknowledged(row);
        try (Connection connection = fixture.connect()) {
            count(scenario, row, least, select(row, connection));
        } catch (SQLException ex) {
            tally.readFailed(ex);
        }
    }

    private void checkInReadOnlyTransaction(int row) {
        long least = ledger.acknowledged(row);
        try (Connection connection = fixture.connect()) {
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            count(Scenario.TRANSACTION, row, least, select(row, connection));
            connection.commit();
        } catch (SQLException ex) {
            tally.readFailed(ex);
        }
    }

    private void count(Scenario scenario, int row, long least, long value) {
        tally.checked(
                scenario,
                row,
                least,
                value,
                ledger.attempted(row),
                RywSession.lastDecision().orElse(null));
    }

    private static void update(int row, Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(WRITE)) {
            statement.setInt(1, row);
            if (statement.executeUpdate() != 1) {
                throw new IllegalStateException("no row " + row);
            }
        }
    }

    private static long select(int row, Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ)) {
            statement.setInt(1, row);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    throw new IllegalStateException("no row " + row);
                }
                return rows.getLong(1);
            }
        }
    }
}
