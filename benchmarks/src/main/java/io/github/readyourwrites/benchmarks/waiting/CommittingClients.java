package io.github.readyourwrites.benchmarks.waiting;

import io.github.readyourwrites.benchmarks.shop.ShopDataSource;
import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.Floor;
import io.github.readyourwrites.session.ReadView;
import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.session.SessionRegistry;
import io.github.readyourwrites.session.SessionlessScope;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Clients that together commit at a fixed rate, whatever a commit takes, and read at once what they have written. */
final class CommittingClients {

    private static final int ACCOUNTS = 1000;

    private final ShopDataSource dataSource;

    private final Primary primary;

    private final AtomicInteger next = new AtomicInteger();

    /** What was written before: no value is written twice, so every write is a commit. */
    private volatile int base;

    private volatile int commits;

    private volatile int commitsPerSecond;

    private volatile long start;

    CommittingClients(MySqlCluster cluster, ShopDataSource dataSource) {
        this.dataSource = dataSource;
        primary = SessionRegistry.servers()
                .primary(new ServerAddress(
                        cluster.primary().host(), cluster.primary().port()));
    }

    static void createAccounts(MySqlCluster cluster) {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < ACCOUNTS; i++) {
            rows.add("(" + i + ", 0)");
        }
        cluster.primary()
                .execute(
                        "CREATE TABLE account (id INT PRIMARY KEY, v INT NOT NULL)",
                        "INSERT INTO account VALUES " + String.join(", ", rows));
        cluster.awaitCaughtUp();
    }

    /** Sets what the clients are to do from now on. */
    void begin(int commits, int commitsPerSecond) {
        base = base + this.commits;
        this.commits = commits;
        this.commitsPerSecond = commitsPerSecond;
        next.set(0);
        start = System.nanoTime();
    }

    /** One client. */
    List<Read> commitAndRead() throws SQLException {
        List<Read> result = new ArrayList<>();
        for (int i = next.getAndIncrement(); i < commits; i = next.getAndIncrement()) {
            awaitTurn(i);
            result.add(commitAndReadOnce(i));
        }
        return result;
    }

    /** One commit, and one read that has to see it. */
    Read commitAndReadOnce(int number) throws SQLException {
        try (RywSession ignored = RywSession.open()) {
            int value = base + number + 1;
            write(number % ACCOUNTS, value);
            int seen = read(number % ACCOUNTS);
            if (seen != value) {
                throw new IllegalStateException("read " + seen + " after writing " + value);
            }
            return new Read(ownCommit(), RywSession.lastDecision().orElseThrow(), ReleaseClock.last());
        }
    }

    private void awaitTurn(int number) {
        long due = start + TimeUnit.SECONDS.toNanos(number) / commitsPerSecond;
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void write(int account, int value) throws SQLException {
        try (Connection connection = dataSource.connect();
                PreparedStatement statement = connection.prepareStatement("UPDATE account SET v = ? WHERE id = ?")) {
            statement.setInt(1, value);
            statement.setInt(2, account);
            statement.executeUpdate();
        }
    }

    private int read(int account) throws SQLException {
        try (Connection connection = dataSource.connect();
                PreparedStatement statement = connection.prepareStatement("SELECT v FROM account WHERE id = ?")) {
            statement.setInt(1, account);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    private long ownCommit() {
        List<Floor> floors = new ArrayList<>();
        ReadView.current().addFloors(ConsistencyLevel.SESSION, primary, false, SessionlessScope.NONE, floors);
        return AppliedTimes.last(floors.get(0).position());
    }

    /**
     * One read.
     *
     * @param commit number of the commit that it had to see
     * @param sentNanos when it was sent to where it was routed
     */
    record Read(long commit, RouteDecision decision, long sentNanos) {}
}
