package io.github.readyourwrites.it.guarantee;

import static io.github.readyourwrites.it.ShardingSphereFixture.execute;
import static io.github.readyourwrites.it.guarantee.AccountFixture.IMPATIENT;
import static io.github.readyourwrites.it.guarantee.AccountFixture.READ;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A statement that changed nothing has still seen what others committed, and its transaction may go on to see more. */
@Tag("central")
@ExtendWith(SharedCluster.class)
class PendingMarkIT {

    @BeforeEach
    void createTables(MySqlCluster cluster) {
        cluster.primary().execute("DROP TABLE IF EXISTS ledger", "CREATE TABLE ledger (id INT PRIMARY KEY)");
        AccountFixture.create(cluster);
        AccountFixture.stopAppliers(cluster);
    }

    @Test
    void fenceOfAnotherThreadDoesNotClearTheMarkOfAnOpenTransaction(MySqlCluster cluster)
            throws SQLException, InterruptedException, ExecutionException {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, IMPATIENT);
                RywSession ignored = RywSession.open("pending");
                Connection connection = fixture.connect()) {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE account SET v = 0 WHERE id = 2");
            assertEquals("0", AccountFixture.onBareThread(() -> readInSession(fixture)));
            AccountFixture.setElsewhere(cluster, 1, 7);
            execute(connection, "UPDATE account SET v = 7 WHERE id = 1");
            connection.commit();
            assertEquals("7", fixture.query(READ));
        }
    }

    private static String readInSession(ShardingSphereFixture fixture) throws SQLException {
        try (RywSession ignored = RywSession.open("pending")) {
            return fixture.query(READ);
        }
    }

    /** The transaction's own GTID says nothing of what its other statement saw: here replicas have it, and not the rest. */
    @Test
    void noOpWriteMarksBesideARealOne(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, IMPATIENT);
                RywSession ignored = RywSession.open("both");
                Connection connection = fixture.connect()) {
            AccountFixture.setElsewhere(cluster, 1, 7);
            GtidSet before = GtidSet.parse(cluster.primary().gtidExecuted());
            connection.setAutoCommit(false);
            execute(connection, "UPDATE account SET v = 7 WHERE id = 1");
            execute(connection, "INSERT INTO ledger VALUES (1)");
            connection.commit();
            GtidSet own = GtidSet.parse(cluster.primary().gtidExecuted()).subtract(before);
            cluster.replicas()
                    .forEach(each -> each.execute("SET gtid_next = '" + own + "'", "INSERT INTO ledger VALUES (1)"));
            assertEquals("7", fixture.query(READ));
        }
    }

    @Test
    void noOpWriteMarksWhenRolledBackWithARealOne(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, IMPATIENT);
                RywSession ignored = RywSession.open("rolled back");
                Connection connection = fixture.connect()) {
            AccountFixture.setElsewhere(cluster, 1, 7);
            connection.setAutoCommit(false);
            execute(connection, "UPDATE account SET v = 7 WHERE id = 1");
            execute(connection, "INSERT INTO ledger VALUES (1)");
            connection.rollback();
            assertEquals("7", fixture.query(READ));
        }
    }

    /** A rolled-back write has seen the row that it changed. */
    @Test
    void realWriteMarksWhenRolledBack(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, IMPATIENT);
                RywSession ignored = RywSession.open("only real");
                Connection connection = fixture.connect()) {
            AccountFixture.setElsewhere(cluster, 1, 7);
            connection.setAutoCommit(false);
            execute(connection, "UPDATE account SET v = v + 1 WHERE id = 1");
            connection.rollback();
            assertEquals("7", fixture.query(READ));
        }
    }
}
