package io.github.readyourwrites.testcluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class MySqlClusterIT {

    @Test
    void replicates() throws Exception {
        try (MySqlCluster cluster = MySqlCluster.start(2)) {
            assertEquals("", cluster.primary().gtidExecuted());
            cluster.primary().execute("CREATE TABLE t (id INT PRIMARY KEY)");
            cluster.awaitCaughtUp();
            cluster.replica(0).stopApplier();
            try (Connection connection = cluster.primary().connect("app", "app");
                    Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO t VALUES (1)");
            }
            assertEquals("0", cluster.replica(0).queryString("SELECT COUNT(*) FROM t"));
            cluster.heal();
            assertEquals("1", cluster.replica(0).queryString("SELECT COUNT(*) FROM t"));
            try (MySqlCluster other = MySqlCluster.start(2)) {
                assertEquals("", other.replica(1).gtidExecuted());
            }
        }
    }
}
