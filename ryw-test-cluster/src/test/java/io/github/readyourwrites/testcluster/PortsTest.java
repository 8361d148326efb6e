package io.github.readyourwrites.testcluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PortsTest {

    @Test
    void givesEachPortToOneServerOnly() {
        Ports ports = new Ports();
        Set<Integer> taken = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            taken.add(ports.take());
        }
        assertEquals(1_000, taken.size());
    }

    @Test
    void staysBelowThePortsOfOutgoingConnections() {
        int port = new Ports().take();
        assertTrue(port >= 1_024 && port < 32_768, "port " + port);
    }
}
