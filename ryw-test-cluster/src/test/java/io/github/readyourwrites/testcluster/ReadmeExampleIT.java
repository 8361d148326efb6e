package io.github.readyourwrites.testcluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;

/** The README shows the test between the marks word for word, and it runs. */
class ReadmeExampleIT {

    // README: begin
    @Test
    void findsTheOrderJustPaidThoughTheReplicaIsBehind() throws Exception {
        try (MySqlCluster cluster = MySqlCluster.start(1)) {
            cluster.primary().execute("CREATE TABLE orders (id INT PRIMARY KEY, state VARCHAR(10))");
            cluster.awaitCaughtUp();
            OrderService service = new OrderService(
                    cluster.primary().jdbcUrl("shop"), cluster.replica(0).jdbcUrl("shop"));
            cluster.replica(0).stopApplier();
            service.pay(42);
            assertEquals("PAID", service.stateOf(42));
        }
    }
    // README: end

    @Test
    void failsForAServiceThatReadsFromTheReplica() throws Exception {
        try (MySqlCluster cluster = MySqlCluster.start(1)) {
            cluster.primary().execute("CREATE TABLE orders (id INT PRIMARY KEY, state VARCHAR(10))");
            cluster.awaitCaughtUp();
            OrderService careless =
                    new OrderService(
                            cluster.primary().jdbcUrl("shop"),
                            cluster.replica(0).jdbcUrl("shop")) {
                        @Override
                        String readUrl() {
                            return replica;
                        }
                    };
            cluster.replica(0).stopApplier();
            careless.pay(42);
            assertEquals("", careless.stateOf(42));
        }
    }

    @Test
    void standsInTheReadmeAsItIsHere() throws Exception {
        String source = Files.readString(
                Path.of("src/test/java", ReadmeExampleIT.class.getName().replace('.', '/') + ".java"));
        String example = source.substring(
                        source.indexOf("    // README: begin\n") + "    // README: begin\n".length(),
                        source.indexOf("    // README: end\n"))
                .stripTrailing()
                .stripIndent();
        assertTrue(Files.readString(Path.of("README.md")).contains(example), example);
    }

    /** Stands for the service of a user: this one reads its own writes by reading from the primary. */
    private static class OrderService {

        final String replica;
        private final String primary;

        OrderService(String primary, String replica) {
            this.primary = primary;
            this.replica = replica;
        }

        void pay(int id) throws Exception {
            try (var connection = DriverManager.getConnection(primary, "app", "app");
                    var statement = connection.createStatement()) {
                statement.execute("INSERT INTO orders VALUES (" + id + ", 'PAID')");
            }
        }

        String stateOf(int id) throws Exception {
            try (var connection = DriverManager.getConnection(readUrl(), "app", "app");
                    var statement = connection.createStatement();
                    var row = statement.executeQuery("SELECT state FROM orders WHERE id = " + id)) {
                return row.next() ? row.getString(1) : "";
            }
        }

        String readUrl() {
            return primary;
        }
    }
}
