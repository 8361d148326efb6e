package io.github.readyourwrites.testcluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds free ports on the loopback address. Safe for use by several threads.
 *
 * <p>They lie below the range from which the system takes the local ports of outgoing connections (32768 and up on
 * Linux, 49152 and up on macOS). Otherwise the port of a server that was crashed on purpose could be taken while it is
 * down, even by a client that tries to reconnect: on the loopback address such a client can end up connected to itself.
 */
final class Ports {

    private static final int FIRST = 15_000;
    private static final int LAST = 32_000;
    private static final int ATTEMPTS = 200;

    private final Set<Integer> taken = ConcurrentHashMap.newKeySet();

    /** A port on which nothing listens now and which this object has not given away; another process may still take it. */
    int take() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int result = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (taken.add(result)) {
                if (isFree(result)) {
                    return result;
                }
                taken.remove(result);
            }
        }
        throw new MySqlClusterException("No free port between " + FIRST + " and " + LAST + " on 127.0.0.1");
    }

    void giveBack(int port) {
        taken.remove(port);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
            return true;
        } catch (IOException ignored) {
            return false;
        }
    }
}
