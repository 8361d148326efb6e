package io.github.readyourwrites.it.failover;

import io.github.readyourwrites.testcluster.MySqlServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An address that leads to one server now and to another one later, as a virtual IP or a DNS name does. Connections that
 * exist stay where they are until they are cut.
 */
final class AddressFixture implements AutoCloseable {

    private final ServerSocket socket;

    private final List<Socket> open = new CopyOnWriteArrayList<>();

    private volatile MySqlServer target;

    AddressFixture(MySqlServer target) {
        this.target = target;
        try {
            socket = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        start(this::accept);
    }

    String jdbcUrl() {
        return target.jdbcUrl("shop").replace(":" + target.port() + "/", ":" + port() + "/");
    }

    int port() {
        return socket.getLocalPort();
    }

    /** New connections go to {@code server} from now on. */
    void moveTo(MySqlServer server) {
        target = server;
    }

    /** Ends all connections. */
    void cut() {
        open.forEach(AddressFixture::close);
        open.clear();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                open.add(client);
                start(() -> serve(client));
            } catch (IOException ignored) {
                // closed
            }
        }
    }

    private void serve(Socket client) {
        MySqlServer current = target;
        try {
            Socket server = new Socket(current.host(), current.port());
            server.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
            open.add(server);
            start(() -> copy(server, client));
            copy(client, server);
        } catch (IOException ex) {
            close(client);
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException ignored) {
            // One side is gone, and so is the other in a moment.
        } finally {
            close(from);
            close(to);
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "address");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket closed) {
        try {
            closed.close();
        } catch (IOException ignored) {
            // It is of no use any more.
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException ignored) {
            // It is of no use any more.
        }
        cut();
    }
}
