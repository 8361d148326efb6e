package io.github.readyourwrites.it.guarantee;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Floors belong to primaries, not to group names: what one group writes, another on the same servers reads. */
@ExtendWith(SharedCluster.class)
class SharedPrimaryIT {

    @BeforeEach
    void createTables(MySqlCluster cluster) {
        cluster.primary().execute("DROP TABLE IF EXISTS audit", "CREATE TABLE audit (id INT PRIMARY KEY, v INT)");
        AccountFixture.create(cluster);
        cluster.primary()
                .execute("CREATE TRIGGER audited AFTER UPDATE ON account FOR EACH ROW"
                        + " INSERT INTO audit VALUES (NEW.id, NEW.v)");
        cluster.awaitCaughtUp();
        AccountFixture.stopAppliers(cluster);
    }

    @Test
    void stockReadsTheOtherGroupsReplicaWithoutTheRow(MySqlCluster cluster) throws SQLException {
        assertEquals("null", writeInOneGroupAndReadInTheOther(cluster, ROUND_ROBIN));
    }

    @Test
    void groupsOnOnePrimaryShareFloors(MySqlCluster cluster) throws SQLException {
        assertEquals("1", writeInOneGroupAndReadInTheOther(cluster, READ_YOUR_WRITES));
        assertEquals("b", RywSession.lastDecision().orElseThrow().group());
        assertEquals(RouteReason.PRIMARY_AFTER_WAIT, AccountFixture.lastReason());
    }

    private static String writeInOneGroupAndReadInTheOther(MySqlCluster cluster, String loadBalancer)
            throws SQLException {
        try (ShardingSphereFixture fixture = ShardingSphereFixture.builder()
                        .group("a", "_a", cluster)
                        .group("b", "_b", cluster)
                        .otherRules("- !SINGLE\n  tables: ['a.account', 'b.audit']\n")
                        .open(loadBalancer);
                RywSession ignored = RywSession.open()) {
            fixture.execute("UPDATE account SET v = 1 WHERE id = 1");
            return fixture.query("SELECT v FROM audit WHERE id = 1");
        }
    }
}
