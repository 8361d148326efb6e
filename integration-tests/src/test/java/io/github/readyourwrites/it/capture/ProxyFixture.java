package io.github.readyourwrites.it.capture;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A way to a server on which an answer can get lost after the server has done what it was asked. */
final class ProxyFixture implements AutoCloseable {

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final int target;
    private volatile boolean losesAnswers;

    ProxyFixture(int target) throws IOException {
        this.target = target;
        start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** The next answer ends its connection instead of arriving. */
    void loseAnswers() {
        losesAnswers = true;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(client);
                sockets.add(server);
                start(() -> pump(client, server, false));
                start(() -> pump(server, client, true));
            }
        } catch (IOException ignored) {
            // Closed.
        }
    }

    private void pump(Socket from, Socket to, boolean answers) {
        try (from;
                to) {
            InputStream input = from.getInputStream();
            OutputStream output = to.getOutputStream();
            byte[] buffer = new byte[8192];
            for (int length = input.read(buffer); length >= 0; length = input.read(buffer)) {
                if (answers && losesAnswers) {
                    return;
                }
                output.write(buffer, 0, length);
            }
        } catch (IOException ignored) {
            // The other side has gone.
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket each : sockets) {
            each.close();
        }
    }
}
