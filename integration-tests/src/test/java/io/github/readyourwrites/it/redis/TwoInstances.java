package io.github.readyourwrites.it.redis;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.io.IOException;
import java.sql.SQLException;
import java.util.StringJoiner;

/** This JVM and another one with the same configuration, and the rows that both use. */
final class TwoInstances implements AutoCloseable {

    private final LocalInstance here;

    private final OtherJvm elsewhere;

    private TwoInstances(LocalInstance here, OtherJvm elsewhere) {
        this.here = here;
        this.elsewhere = elsewhere;
    }

    static TwoInstances start(MySqlCluster cluster, String loadBalancerProperties, int threads)
            throws IOException, SQLException {
        String yaml = ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .urlParameters("socketTimeout=20000&connectTimeout=20000")
                .poolSize(threads + 2)
                .loadBalancerProperties(loadBalancerProperties)
                .yaml(ShardingSphereFixture.READ_YOUR_WRITES);
        OtherJvm elsewhere = OtherJvm.start(yaml, threads);
        try {
            return new TwoInstances(new LocalInstance(yaml, threads), elsewhere);
        } catch (SQLException | RuntimeException ex) {
            elsewhere.close();
            throw ex;
        }
    }

    /** Makes the table anew with rows 0 to {@code rows - 1}, each 0, on all servers. */
    static void createRows(MySqlCluster cluster, int rows) {
        StringJoiner values = new StringJoiner(", ");
        for (int i = 0; i < rows; i++) {
            values.add("(" + i + ", 0)");
        }
        cluster.primary()
                .execute(
                        "DROP TABLE IF EXISTS shared_row",
                        "CREATE TABLE shared_row (id INT PRIMARY KEY, v BIGINT NOT NULL)",
                        "INSERT INTO shared_row VALUES " + values);
        cluster.awaitCaughtUp();
    }

    LocalInstance here() {
        return here;
    }

    OtherJvm elsewhere() {
        return elsewhere;
    }

    @Override
    public void close() throws IOException, SQLException {
        try {
            elsewhere.close();
        } finally {
            here.close();
        }
    }
}
