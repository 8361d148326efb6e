package io.github.readyourwrites.testcluster;

import java.nio.file.Path;

/**
 * The main class of a child JVM that owns a cluster: prints its folder and process numbers, then waits until its input
 * ends and leaves without closing the cluster.
 */
final class OwnerFixture {

    private OwnerFixture() {}

    public static void main(String[] arguments) throws Exception {
        MySqlCluster cluster = MySqlCluster.start(1);
        Path data = Path.of(cluster.primary().queryString("SELECT @@GLOBAL.datadir"));
        cluster.replica(0).freeze();
        System.out.println("OWNER " + data.resolve("../..").normalize() + " "
                + cluster.primary().pid() + " " + cluster.replica(0).pid());
        while (System.in.read() >= 0) {
            // Only the end of the input counts.
        }
        System.exit(0);
    }
}
