package io.github.readyourwrites.it.badinput;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A data source that must not come up, and what must be left of it: nothing. */
final class RefusedStart {

    private static final String CONNECTIONS = "SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'app'";

    private RefusedStart() {}

    /** Refused by the plugin at start: the message contains every part, and ShardingSphere's pools are closed. */
    static void assertRefused(ShardingSphereFixture.Builder builder, MySqlCluster cluster, String... parts) {
        assertMessage(builder, parts);
        assertNothingLeft(cluster);
    }

    /**
     * Refused before ShardingSphere hands its data sources to anybody: the exception or one of its causes contains every
     * part. The pools stay open then, whatever the algorithm is; their connections are ended for the tests to come.
     */
    static void assertRefusedEarly(ShardingSphereFixture.Builder builder, MySqlCluster cluster, String... parts) {
        try {
            assertMessage(builder, parts);
        } finally {
            servers(cluster).forEach(RefusedStart::endConnections);
        }
        assertNothingLeft(cluster);
    }

    private static void assertMessage(ShardingSphereFixture.Builder builder, String... parts) {
        Throwable thrown = assertThrows(
                Throwable.class,
                () -> builder.open(ShardingSphereFixture.READ_YOUR_WRITES).close());
        List<String> messages = new ArrayList<>();
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            messages.add(String.valueOf(each.getMessage()));
        }
        assertTrue(
                messages.stream().anyMatch(each -> Arrays.stream(parts).allMatch(each::contains)),
                () -> Arrays.toString(parts) + " in " + messages);
    }

    private static void endConnections(MySqlServer server) {
        server.queryStrings("SELECT id FROM information_schema.processlist WHERE user = 'app'")
                .forEach(each -> server.execute("KILL " + each));
    }

    private static List<MySqlServer> servers(MySqlCluster cluster) {
        List<MySqlServer> result = new ArrayList<>(cluster.replicas());
        result.add(cluster.primary());
        return result;
    }

    /** The server notices a closed socket a moment later. */
    static void assertNothingLeft(MySqlCluster cluster) {
        for (MySqlServer each : servers(cluster)) {
            await(each.name())
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> each.queryString(CONNECTIONS).equals("0"));
        }
        assertEquals(
                List.of(),
                Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .filter(each -> each.startsWith("ryw-"))
                        .toList());
    }
}
