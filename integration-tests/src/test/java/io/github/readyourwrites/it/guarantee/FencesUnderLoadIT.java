package io.github.readyourwrites.it.guarantee;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.protocol.ServerSessionStateController;
import com.mysql.cj.protocol.ServerSessionStateController.SessionStateChangesListener;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.replica.FenceOutcome;
import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.Servers;
import io.github.readyourwrites.session.SessionRegistry;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * MySQL shows a row before its GTID is in {@code gtid_executed}. Many clients write, some look at every row and then
 * fence: the answer must contain each write that was seen. Without {@code gtid_owned} a few of them are missing.
 */
@ExtendWith(SharedCluster.class)
class FencesUnderLoadIT {

    private static final int WRITERS = 32;

    private static final int READERS = 4;

    private static final int FENCES_PER_READER = 500;

    /** Which commit gave a row its value. */
    private final Map<Row, GtidSet> commits = new ConcurrentHashMap<>();

    private volatile boolean finished;

    @Test
    void fenceContainsWhatWasSeenBeforeIt(MySqlCluster cluster)
            throws SQLException, InterruptedException, ExecutionException {
        AccountFixture.create(cluster);
        for (int i = 3; i <= WRITERS; i++) {
            cluster.primary().execute("INSERT INTO account VALUES (" + i + ", 0)");
        }
        ExecutorService clients = Executors.newFixedThreadPool(WRITERS + READERS);
        List<Future<?>> writers = new ArrayList<>();
        List<Future<List<Look>>> readers = new ArrayList<>();
        int missed = 0;
        try (ShardingSphereFixture ignored = AccountFixture.open(cluster, "")) {
            for (int i = 1; i <= WRITERS; i++) {
                int id = i;
                writers.add(clients.submit(() -> write(cluster.primary(), id)));
            }
            for (int i = 0; i < READERS; i++) {
                readers.add(clients.submit(() -> look(cluster.primary())));
            }
            List<Look> looks = new ArrayList<>();
            for (Future<List<Look>> each : readers) {
                looks.addAll(each.get());
            }
            finished = true;
            for (Future<?> each : writers) {
                each.get();
            }
            for (Look each : looks) {
                missed += each.isMissed() ? 1 : 0;
            }
            assertEquals(0, missed, "of " + looks.size() + " fences");
        } finally {
            finished = true;
            clients.shutdown();
            clients.awaitTermination(1, TimeUnit.MINUTES);
        }
    }

    private Void write(MySqlServer server, int id) throws SQLException {
        List<GtidSet> answers = new ArrayList<>();
        SessionStateChangesListener listener = changes -> changes.getSessionStateChangesList().stream()
                .filter(each -> each.getType() == ServerSessionStateController.SESSION_TRACK_GTIDS)
                .forEach(each -> answers.add(GtidSet.parse(each.getValues().get(0))));
        String url = server.jdbcUrl("shop", "trackSessionState=true", "sessionVariables=session_track_gtids=OWN_GTID");
        try (Connection connection = DriverManager.getConnection(url, "app", "app");
                Statement statement = connection.createStatement()) {
            connection
                    .unwrap(JdbcConnection.class)
                    .getSession()
                    .getServerSession()
                    .getServerSessionStateController()
                    .addSessionStateChangesListener(listener);
            for (int i = 1; !finished; i++) {
                statement.execute("UPDATE account SET v = " + i + " WHERE id = " + id);
                commits.put(new Row(id, i), answers.get(answers.size() - 1));
                answers.clear();
            }
        }
        return null;
    }

    private List<Look> look(MySqlServer server) throws SQLException {
        Servers servers = SessionRegistry.servers();
        Primary primary = AccountFixture.primary(server);
        List<Look> result = new ArrayList<>();
        try (Connection connection = server.connect("app", "app");
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < FENCES_PER_READER; i++) {
                Map<Integer, Integer> seen = new HashMap<>();
                try (ResultSet rows = statement.executeQuery("SELECT id, v FROM account WHERE v > 0")) {
                    while (rows.next()) {
                        seen.put(rows.getInt(1), rows.getInt(2));
                    }
                }
                long deadline = servers.clock().getAsLong() + TimeUnit.SECONDS.toNanos(30);
                FenceOutcome outcome = primary.fence(servers.tickets().now(), deadline);
                result.add(new Look(
                        seen,
                        assertInstanceOf(FenceOutcome.Answer.class, outcome).position()));
            }
        }
        return result;
    }

    private record Row(int id, int value) {}

    /** What was seen, and then a fence's answer. */
    private final class Look {

        private final Map<Integer, Integer> seen;

        private final GtidSet position;

        Look(Map<Integer, Integer> seen, GtidSet position) {
            this.seen = seen;
            this.position = position;
        }

        boolean isMissed() {
            return seen.entrySet().stream()
                    .map(entry -> commits.getOrDefault(new Row(entry.getKey(), entry.getValue()), GtidSet.empty()))
                    .anyMatch(each -> !position.contains(each));
        }
    }
}
