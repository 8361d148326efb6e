package io.github.readyourwrites.it.health;

import static io.github.readyourwrites.it.health.HealthFixture.READ;
import static io.github.readyourwrites.it.health.HealthFixture.lastDecision;
import static io.github.readyourwrites.it.health.HealthFixture.snapshot;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.replica.Health;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fills the table of docs/faults.md; what it measures it does not assert, except that the replica leaves and comes back. */
@Tag("soak")
class FaultTableIT {

    private static final Path TABLE = Path.of("target", "faults.md");

    private static final int READERS = 4;

    private static final Duration LASTS = Duration.ofSeconds(5);

    private static final List<Fault> FAULTS = List.of(
            new Fault("process killed", MySqlServer::crash, MySqlServer::restart),
            new Fault("process frozen (`kill -STOP`)", MySqlServer::freeze, MySqlServer::thaw),
            new Fault("applier stopped", MySqlServer::stopApplier, MySqlServer::startApplier),
            new Fault("link to the primary down", MySqlServer::stopLink, MySqlServer::startLink),
            new Fault(
                    "applier stuck (`FLUSH TABLES WITH READ LOCK`)",
                    MySqlServer::lockTables,
                    MySqlServer::unlockTables),
            new Fault("three seconds behind", server -> server.delay(3), server -> server.delay(0)));

    @Test
    void fillTheTable() throws Exception {
        try (MySqlCluster cluster = MySqlCluster.start(2)) {
            HealthFixture.prepare(cluster);
            List<String> rows = new ArrayList<>();
            for (Fault each : FAULTS) {
                rows.add(row(cluster, each));
                cluster.heal();
            }
            Files.writeString(
                    TABLE,
                    "| fault of one replica | detected after | served by it meanwhile | reads that failed | slowest read | back"
                            + " after | reads |\n|---|---|---|---|---|---|---|\n" + String.join("\n", rows) + "\n");
        }
    }

    private static String row(MySqlCluster cluster, Fault fault) throws Exception {
        MySqlServer replica = cluster.replica(0);
        Tally tally = new Tally();
        AtomicBoolean ended = new AtomicBoolean();
        ExecutorService readers = Executors.newFixedThreadPool(READERS);
        try (ShardingSphereFixture fixture = ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .urlParameters("socketTimeout=2000&connectTimeout=2000")
                .loadBalancerProperties("heartbeat: CREATE, max-lag-milliseconds: 1000,"
                        + " heartbeat-interval-milliseconds: 200, session-includes-sessionless: false")
                .open(ShardingSphereFixture.READ_YOUR_WRITES)) {
            HealthFixture.awaitHealth(replica, Health.UP);
            for (int i = 0; i < READERS; i++) {
                boolean writes = i % 2 == 0;
                readers.execute(() -> read(fixture, writes, tally, ended));
            }
            tally.begin();
            long ordered = System.nanoTime();
            fault.order.accept(replica);
            await().pollInterval(Duration.ofMillis(5))
                    .atMost(HealthFixture.PATIENCE)
                    .until(() -> snapshot(replica).health() != Health.UP);
            long detected = System.nanoTime() - ordered;
            long servedBefore = tally.onFaulty.get();
            tally.detected = true;
            await().atMost(HealthFixture.PATIENCE).until(() -> System.nanoTime() - ordered > LASTS.toNanos());
            long servedAfter = tally.onFaulty.get() - servedBefore;
            long remedied = System.nanoTime();
            fault.remedy.accept(replica);
            HealthFixture.awaitHealth(replica, Health.UP);
            long back = System.nanoTime() - remedied;
            ended.set(true);
            readers.shutdown();
            assertTrue(readers.awaitTermination(1, TimeUnit.MINUTES));
            return String.format(
                    Locale.ROOT,
                    "| %s | %d ms | %d before, %d after | %d before, %d after | %d ms | %d ms | %d |",
                    fault.name,
                    millis(detected),
                    servedBefore,
                    servedAfter,
                    tally.failedBefore.get(),
                    tally.failedAfter.get(),
                    millis(tally.slowest.get()),
                    millis(back),
                    tally.reads.get());
        } finally {
            ended.set(true);
            readers.shutdownNow();
        }
    }

    private static void read(ShardingSphereFixture fixture, boolean writes, Tally tally, AtomicBoolean ended) {
        while (!ended.get()) {
            try (RywSession ignored = RywSession.open()) {
                if (writes) {
                    fixture.execute("INSERT INTO ryw_health VALUES ()");
                }
                long begun = System.nanoTime();
                try {
                    fixture.query(READ);
                    tally.read(
                            System.nanoTime() - begun, lastDecision().target().equals("read_ds_0"));
                } catch (SQLException ex) {
                    tally.failed(System.nanoTime() - begun);
                }
            } catch (SQLException ignoredToo) {
                // The write is not what is counted here.
            }
        }
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    /** What readers saw since the fault was ordered. */
    private static final class Tally {

        private final AtomicLong reads = new AtomicLong();

        private final AtomicLong onFaulty = new AtomicLong();

        private final AtomicLong failedBefore = new AtomicLong();

        private final AtomicLong failedAfter = new AtomicLong();

        private final AtomicLong slowest = new AtomicLong();

        private volatile boolean begun;

        private volatile boolean detected;

        void begin() {
            begun = true;
        }

        void read(long nanos, boolean faulty) {
            if (begun) {
                reads.incrementAndGet();
                onFaulty.addAndGet(faulty ? 1 : 0);
                slowest.accumulateAndGet(nanos, Math::max);
            }
        }

        void failed(long nanos) {
            if (begun) {
                (detected ? failedAfter : failedBefore).incrementAndGet();
                slowest.accumulateAndGet(nanos, Math::max);
            }
        }
    }

    private record Fault(String name, Consumer<MySqlServer> order, Consumer<MySqlServer> remedy) {}
}
