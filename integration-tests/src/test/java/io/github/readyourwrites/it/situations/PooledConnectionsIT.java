package io.github.readyourwrites.it.situations;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static io.github.readyourwrites.it.situations.AccountFixture.READ;
import static io.github.readyourwrites.it.situations.AccountFixture.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A session is not a connection: what one pooled connection wrote, another one reads. */
@ExtendWith(SharedCluster.class)
class PooledConnectionsIT {

    private static final String READ_BOTH = "SELECT GROUP_CONCAT(v ORDER BY id) FROM account";

    private final ExecutorService writer = Executors.newSingleThreadExecutor();

    private final ExecutorService reader = Executors.newSingleThreadExecutor();

    @BeforeEach
    void stopAppliers(MySqlCluster cluster) {
        AccountFixture.create(cluster);
        cluster.primary().execute("INSERT INTO account VALUES (2, 0)");
        cluster.awaitCaughtUp();
        AccountFixture.stopAppliers(cluster);
    }

    @AfterEach
    void endThreads() {
        writer.shutdownNow();
        reader.shutdownNow();
    }

    @Test
    void stockRoundRobinReadsTheOldValueOnAnotherConnection(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = ShardingSphereFixture.open(cluster, ROUND_ROBIN)) {
            assertEquals("0,0", writeOnTwoAndReadOnAThird(fixture));
        }
    }

    @Test
    void readsOnOneConnectionWhatTwoOthersWrote(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster);
                RywSession ignored = RywSession.open("pooled")) {
            assertEquals("1,2", writeOnTwoAndReadOnAThird(fixture));
        }
    }

    /** All three are open at once, so that the pool has to give three physical connections. */
    private static String writeOnTwoAndReadOnAThird(ShardingSphereFixture fixture) throws SQLException {
        try (Connection first = fixture.connect();
                Connection second = fixture.connect();
                Connection third = fixture.connect()) {
            ShardingSphereFixture.execute(first, "UPDATE account SET v = 1 WHERE id = 1");
            ShardingSphereFixture.execute(second, "UPDATE account SET v = 2 WHERE id = 2");
            return ShardingSphereFixture.query(third, READ_BOTH);
        }
    }

    @Test
    void readsOnOneThreadWhatAnotherOneWroteUnderTheSameKey(MySqlCluster cluster) throws Exception {
        try (ShardingSphereFixture fixture = open(cluster)) {
            RywSession early = in(reader, () -> RywSession.open("shared"));
            in(writer, () -> {
                try (RywSession ignored = RywSession.open("shared")) {
                    fixture.execute(update(1));
                    return "written";
                }
            });
            assertEquals("1", in(reader, () -> fixture.query(READ)), "opened before the write");
            in(reader, () -> {
                early.close();
                return "closed";
            });
            assertEquals("1", in(reader, () -> readAs("shared", fixture)), "opened after it");
        }
    }

    @Test
    void anotherKeyIsLeftAtTheReplicas(MySqlCluster cluster) throws Exception {
        try (ShardingSphereFixture fixture = open(cluster)) {
            in(writer, () -> {
                try (RywSession ignored = RywSession.open("shared")) {
                    fixture.execute(update(1));
                    return "written";
                }
            });
            assertEquals("0", in(reader, () -> readAs("other", fixture)));
            assertTrue(in(reader, AccountFixture::wasServedByReplica));
        }
    }

    private static String readAs(String key, ShardingSphereFixture fixture) throws SQLException {
        try (RywSession ignored = RywSession.open(key)) {
            return fixture.query(READ);
        }
    }

    private static <T> T in(ExecutorService thread, Callable<T> task) throws Exception {
        Future<T> result = thread.submit(task);
        return result.get();
    }

    private static ShardingSphereFixture open(MySqlCluster cluster) throws SQLException {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .loadBalancerProperties(
                        "wait-timeout-milliseconds: 50, probe-timeout-milliseconds: 10000, session-includes-sessionless: false")
                .open(READ_YOUR_WRITES);
    }
}
