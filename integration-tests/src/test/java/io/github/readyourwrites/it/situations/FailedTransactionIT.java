package io.github.readyourwrites.it.situations;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static io.github.readyourwrites.it.situations.AccountFixture.READ;
import static io.github.readyourwrites.it.situations.AccountFixture.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An exception inside a transaction leaves nothing behind on its thread or connection: plain reads use replicas again. */
@Tag("central")
@ExtendWith(SharedCluster.class)
class FailedTransactionIT {

    private static final int THREADS = 4;

    private static final int READS = 100;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    private final CyclicBarrier everyThread = new CyclicBarrier(THREADS);

    @BeforeEach
    void createTable(MySqlCluster cluster) {
        AccountFixture.create(cluster);
    }

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    /** How the transaction ends after its exception. */
    enum End {
        ROLLED_BACK {
            @Override
            void fail(ShardingSphereFixture fixture) throws SQLException {
                try (Connection connection = fixture.connect()) {
                    writeAndFail(connection);
                    connection.rollback();
                }
            }
        },

        CLOSED_WITHOUT_ROLLBACK {
            @Override
            void fail(ShardingSphereFixture fixture) throws SQLException {
                try (Connection connection = fixture.connect()) {
                    writeAndFail(connection);
                }
            }
        },

        CLOSED_BY_AN_EXCEPTION_OF_THE_APPLICATION {
            @Override
            void fail(ShardingSphereFixture fixture) {
                assertThrows(IllegalStateException.class, () -> {
                    try (Connection connection = fixture.connect()) {
                        writeAndFail(connection);
                        throw new IllegalStateException("the application's own");
                    }
                });
            }
        };

        abstract void fail(ShardingSphereFixture fixture) throws SQLException;

        static void writeAndFail(Connection connection) throws SQLException {
            connection.setAutoCommit(false);
            ShardingSphereFixture.execute(connection, "INSERT INTO account (v) VALUES (1)");
            assertThrows(
                    SQLException.class,
                    () -> ShardingSphereFixture.execute(connection, "INSERT INTO account (id, v) VALUES (1, 1)"));
        }
    }

    @Test
    void stockRoundRobinUsesReplicasAgainAsWellButMissesWhatTheTransactionSaw(MySqlCluster cluster) throws Exception {
        try (ShardingSphereFixture fixture = ShardingSphereFixture.open(cluster, ROUND_ROBIN)) {
            AccountFixture.stopAppliers(cluster);
            cluster.primary().execute(update(7));
            End.ROLLED_BACK.fail(fixture);
            assertEquals("0", fixture.query(READ));
        }
    }

    @ParameterizedTest
    @EnumSource
    void plainReadsUseReplicasAgain(End end, MySqlCluster cluster) throws Exception {
        try (ShardingSphereFixture fixture = open(cluster)) {
            onEveryThread(() -> {
                try (RywSession ignored =
                        RywSession.open("thread:" + Thread.currentThread().getId())) {
                    end.fail(fixture);
                }
                return "failed";
            });
            cluster.awaitCaughtUp();
            assertEquals(
                    List.of(Map.of("replica", READS)),
                    onEveryThread(() -> {
                                try (RywSession ignored = RywSession.open(
                                        "thread:" + Thread.currentThread().getId())) {
                                    return targets(fixture);
                                }
                            })
                            .stream()
                            .distinct()
                            .toList());
            assertEquals(
                    List.of(Map.of("replica", READS)),
                    onEveryThread(() -> targets(fixture)).stream().distinct().toList(),
                    "outside any session");
        }
    }

    /** Where a hundred reads went; the name of the write data source, and why, if one went there. */
    private static Map<String, Integer> targets(ShardingSphereFixture fixture) throws SQLException {
        Map<String, Integer> result = new TreeMap<>();
        for (int i = 0; i < READS; i++) {
            assertEquals("0", fixture.query(READ));
            result.merge(
                    AccountFixture.wasServedByReplica()
                            ? "replica"
                            : AccountFixture.lastDecision().toString(),
                    1,
                    Integer::sum);
        }
        return result;
    }

    private <T> List<T> onEveryThread(Callable<T> task) throws Exception {
        // Nobody begins before all are there, so no thread takes two.
        Callable<T> met = () -> {
            everyThread.await();
            return task.call();
        };
        List<T> result = new ArrayList<>();
        for (Future<T> each : threads.invokeAll(Collections.nCopies(THREADS, met))) {
            result.add(each.get());
        }
        return result;
    }

    /** Budgets so long that only a real obstacle keeps a read from a replica, not a slow machine. */
    private static ShardingSphereFixture open(MySqlCluster cluster) throws SQLException {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .loadBalancerProperties("wait-timeout-milliseconds: 20000, probe-timeout-milliseconds: 20000")
                .open(READ_YOUR_WRITES);
    }
}
