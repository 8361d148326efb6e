package io.github.readyourwrites.benchmarks.endtoend;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * An address of this machine that leads to a server whose every byte arrives late by a fixed time, as from far away. What
 * is sent to the server is not delayed, and no byte delays the next.
 */
final class SlowLink implements AutoCloseable {

    private static final int CHUNK = 65_536;

    private final String host;

    private final int port;

    private final long delayNanos;

    private final ServerSocket listener;

    SlowLink(String host, int port, long delayNanos) {
        this.host = host;
        this.port = port;
        this.delayNanos = delayNanos;
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            Socket server = new Socket(host, port);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            BlockingQueue<Chunk> underWay = new LinkedBlockingQueue<>();
            start(() -> copy(client, server));
            start(() -> receive(server, underWay));
            start(() -> deliver(underWay, client, server));
        }
    }

    private static void copy(Socket client, Socket server) throws IOException {
        try (client;
                server) {
            client.getInputStream().transferTo(server.getOutputStream());
        }
    }

    private void receive(Socket server, BlockingQueue<Chunk> underWay) throws IOException {
        byte[] buffer = new byte[CHUNK];
        InputStream in = server.getInputStream();
        int length;
        do {
            length = in.read(buffer);
            byte[] content = Arrays.copyOf(buffer, Math.max(0, length));
            underWay.add(new Chunk(System.nanoTime() + delayNanos, content));
        } while (length >= 0);
    }

    private static void deliver(BlockingQueue<Chunk> underWay, Socket client, Socket server)
            throws IOException, InterruptedException {
        try (client;
                server) {
            OutputStream out = client.getOutputStream();
            for (Chunk chunk = underWay.take(); chunk.content().length > 0; chunk = underWay.take()) {
                for (long left = chunk.left(); left > 0; left = chunk.left()) {
                    LockSupport.parkNanos(left);
                }
                out.write(chunk.content());
            }
        }
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException | InterruptedException ignored) {
                        // The link or one of its connections was closed.
                    }
                },
                "slow-link");
        thread.setDaemon(true);
        thread.start();
    }

    /** Takes no new connections; those there are end with the sockets at either end. */
    @Override
    public void close() throws IOException {
        listener.close();
    }

    private interface Work {

        void run() throws IOException, InterruptedException;
    }

    /** The end of the stream if it is empty. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Chunk(long dueNanos, byte[] content) {

        private long left() {
            return dueNanos - System.nanoTime();
        }
    }
}
