package io.github.readyourwrites.prove;

import io.github.readyourwrites.testcluster.MySqlServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An address that leads to one server now and to another one later, as a virtual IP does. No connection outlives a move:
 * the address is dark until all of them are cut. Thread-safe.
 */
final class Address implements AutoCloseable {

    private static final int BACKLOG = 200;

    private final ServerSocket socket;

    /** Guarded by this. */
    private final Set<Socket> open = new HashSet<>();

    /** Guarded by this; null while the address leads nowhere. */
    private @Nullable MySqlServer target;

    Address(MySqlServer target) throws IOException {
        this.target = target;
        socket = new ServerSocket(0, BACKLOG, InetAddress.getByName("127.0.0.1"));
        start(this::accept);
    }

    /** The URL of {@code server} with this address in the place of its own. */
    String lead(String url, MySqlServer server) {
        return url.replace(
                server.host() + ":" + server.port() + "/",
                socket.getInetAddress().getHostAddress() + ":" + socket.getLocalPort() + "/");
    }

    /** Ends all connections and takes no new ones until {@link #moveTo}. */
    synchronized void goDark() {
        target = null;
        open.forEach(Address::close);
        open.clear();
    }

    /** Ends all connections; new ones lead to {@code server}. */
    synchronized void moveTo(MySqlServer server) {
        if (!server.equals(target)) {
            goDark();
            target = server;
        }
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                start(() -> serve(client));
            } catch (IOException ignored) {
                // closed
            }
        }
    }

    private void serve(Socket client) {
        try {
            Socket server = connect(client);
            if (server != null) {
                start(() -> copy(server, client));
                copy(client, server);
            }
        } catch (IOException ignored) {
            // no server
        }
        close(client);
    }

    private @Nullable Socket connect(Socket client) throws IOException {
        MySqlServer chosen;
        synchronized (this) {
            chosen = target;
        }
        if (chosen == null) {
            return null;
        }
        Socket result = new Socket(chosen.host(), chosen.port());
        result.setTcpNoDelay(true);
        client.setTcpNoDelay(true);
        synchronized (this) {
            if (chosen.equals(target)) {
                open.add(client);
                open.add(result);
                return result;
            }
        }
        close(result);
        return null;
    }

    private void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException ignored) {
            // One side is gone, and so is the other in a moment.
        }
        close(from);
        close(to);
        synchronized (this) {
            open.remove(from);
            open.remove(to);
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
    public void close() throws IOException {
        socket.close();
        goDark();
    }
}
