package io.github.readyourwrites.it.guarantee;

import static io.github.readyourwrites.it.ShardingSphereFixture.execute;
import static io.github.readyourwrites.it.guarantee.AccountFixture.OWN_WRITES_ONLY;
import static io.github.readyourwrites.it.guarantee.AccountFixture.READ;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A physical connection remembers every session that executed on it since its transaction began. */
@ExtendWith(SharedCluster.class)
class OutlivedSessionIT {

    @BeforeEach
    void leaveReplicasBehind(MySqlCluster cluster) {
        AccountFixture.create(cluster);
        AccountFixture.stopAppliers(cluster);
    }

    @Test
    void readsWhatCommittedAfterTheSessionWasClosed(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, OWN_WRITES_ONLY);
                Connection connection = fixture.connect()) {
            connection.setAutoCommit(false);
            try (RywSession ignored = RywSession.open("outlived")) {
                execute(connection, "UPDATE account SET v = 1 WHERE id = 1");
            }
            connection.commit();
            try (RywSession ignored = RywSession.open("outlived")) {
                assertEquals("1", fixture.query(READ));
            }
        }
    }

    @Test
    void raisesEverySessionOfTheTransaction(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, OWN_WRITES_ONLY);
                Connection connection = fixture.connect()) {
            connection.setAutoCommit(false);
            try (RywSession ignored = RywSession.open("first")) {
                execute(connection, "UPDATE account SET v = 1 WHERE id = 1");
            }
            try (RywSession ignored = RywSession.open("second")) {
                execute(connection, "UPDATE account SET v = 2 WHERE id = 2");
                connection.commit();
            }
            for (String each : new String[] {"first", "second"}) {
                try (RywSession ignored = RywSession.open(each)) {
                    assertEquals("1", fixture.query(READ), each);
                }
            }
            try (RywSession ignored = RywSession.open("neither")) {
                assertEquals("0", fixture.query(READ), "a session that had no part in it need not wait");
            }
        }
    }
}
