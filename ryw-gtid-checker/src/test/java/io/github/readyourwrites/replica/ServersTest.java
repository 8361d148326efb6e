package io.github.readyourwrites.replica;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nothing answers at any of the addresses here. */
class ServersTest {

    private static final MonitorSettings SETTINGS =
            new MonitorSettings(Duration.ofMillis(100), Duration.ofSeconds(1), 200, Duration.ZERO);

    private static final List<ServerEndpoint> REPLICA = List.of(endpoint("127.0.0.1:2"));

    private final Servers servers = new Servers(System::nanoTime);

    private static ServerEndpoint endpoint(String address) {
        return ServerEndpoint.parse("jdbc:mysql://" + address + "/shop", "app", "app");
    }

    @Test
    void replicaFollowsTheAddressOfItsPrimaryThatIsStillWrittenTo() {
        try (Servers.Watched byName = servers.watch(endpoint("localhost:1"), REPLICA, SETTINGS)) {
            Servers.Watched byNumber = servers.watch(endpoint("127.0.0.1:1"), REPLICA, SETTINGS);
            ReplicaMonitor replica = byName.replicas().get(0);
            assertTrue(replica.follows(byNumber.primary()));
            byNumber.close();
            assertTrue(replica.follows(byName.primary()));
        }
    }
}
