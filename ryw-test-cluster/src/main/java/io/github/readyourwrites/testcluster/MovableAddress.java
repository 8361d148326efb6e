package io.github.readyourwrites.testcluster;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An address on this machine that leads to one server now and to another one later, as a virtual IP or a DNS name does:
 * what a failover looks like to an application. Thread-safe; nothing blocks the caller.
 */
public final class MovableAddress implements AutoCloseable {

    private static final int BACKLOG = 200;

    private final ServerSocket socket;

    /** How late what servers send arrives. */
    private final long delayNanos;

    /** Guarded by this. */
    private final Set<Socket> open = new HashSet<>();

    /** Guarded by this; null while the address leads nowhere. */
    private @Nullable MySqlServer target;

    /**
     * An address that leads to {@code target}.
     *
     * @throws MySqlClusterException if there is no free port
     */
    public MovableAddress(MySqlServer target) {
        this(target, Duration.ZERO);
    }

    /**
     * An address that leads to {@code target} as if that were far away: every byte that a server sends arrives {@code
     * delay} late, and none delays the next. What is sent to the server is not delayed.
     *
     * @throws MySqlClusterException if there is no free port
     */
    public MovableAddress(MySqlServer target, Duration delay) {
        this.target = target;
        delayNanos = delay.toNanos();
        try {
            socket = new ServerSocket(0, BACKLOG, InetAddress.getByName("127.0.0.1"));
        } catch (IOException ex) {
            throw new MySqlClusterException("no address that can be moved: " + ex.getMessage(), ex);
        }
        start(this::accept);
    }

    public String host() {
        return socket.getInetAddress().getHostAddress();
    }

    public int port() {
        return socket.getLocalPort();
    }

    /** A Connector/J URL of this address, as {@link MySqlServer#jdbcUrl} gives it for a server. */
    public String jdbcUrl(String database, String... params) {
        return Accounts.url(host(), port(), database, params);
    }

    /** New connections lead to {@code server}; those that exist stay where they are until they are {@link #cut}. */
    public synchronized void moveTo(MySqlServer server) {
        target = server;
    }

    /** As {@link #moveTo}, and connections to another server end. */
    public synchronized void moveAllTo(MySqlServer server) {
        if (!server.equals(target)) {
            cut();
            target = server;
        }
    }

    /** Ends all connections. */
    public synchronized void cut() {
        open.forEach(MovableAddress::close);
        open.clear();
    }

    /** Ends all connections and takes no new ones until {@link #moveTo}. */
    public synchronized void goDark() {
        target = null;
        cut();
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
                InputStream answers = answers(server);
                start(() -> copy(server, answers, client));
                copy(client, client.getInputStream(), server);
            }
        } catch (IOException ignored) {
            // no server
        }
        close(client);
    }

    private @Nullable Socket connect(Socket client) throws IOException {
        MySqlServer chosen = target();
        if (chosen == null) {
            return null;
        }
        Socket result = new Socket(chosen.host(), chosen.port());
        result.setTcpNoDelay(true);
        client.setTcpNoDelay(true);
        if (added(client, result, chosen)) {
            return result;
        }
        close(result);
        return null;
    }

    private synchronized @Nullable MySqlServer target() {
        return target;
    }

    /** Whether the address still leads there; a connection that was under way must not outlive the move. */
    private synchronized boolean added(Socket client, Socket server, MySqlServer chosen) {
        boolean result = chosen.equals(target) && !socket.isClosed();
        if (result) {
            open.add(client);
            open.add(server);
        }
        return result;
    }

    private InputStream answers(Socket server) throws IOException {
        InputStream result = server.getInputStream();
        return delayNanos > 0 ? new LateInputStream(result, delayNanos) : result;
    }

    private void copy(Socket from, InputStream content, Socket to) {
        try {
            content.transferTo(to.getOutputStream());
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
        Thread thread = new Thread(task, "movable-address");
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

    /** The address is gone, and every connection with it. Idempotent. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException ignored) {
            // It is of no use any more.
        }
        goDark();
    }
}
