package io.github.readyourwrites.benchmarks.endtoend;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SlowLinkTest {

    private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    @Test
    void deliversEverythingLateAndInOrder() throws IOException {
        byte[] content = new byte[300_000];
        new Random(42).nextBytes(content);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                SlowLink link =
                        new SlowLink(server.getInetAddress().getHostAddress(), server.getLocalPort(), DELAY_NANOS);
                Socket client = new Socket(InetAddress.getLoopbackAddress(), link.port());
                Socket accepted = server.accept()) {
            client.getOutputStream().write(7);
            assertEquals(7, accepted.getInputStream().read());
            Thread sender = new Thread(() -> send(accepted, content));
            long start = System.nanoTime();
            sender.start();
            byte[] received = client.getInputStream().readAllBytes();
            assertTrue(System.nanoTime() - start >= DELAY_NANOS, "not before its time");
            assertArrayEquals(content, received);
        }
    }

    private static void send(Socket socket, byte[] content) {
        try (socket) {
            socket.getOutputStream().write(content);
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
