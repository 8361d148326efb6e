package io.github.readyourwrites.replica;

import static io.github.readyourwrites.replica.FenceLinkFixture.gtids;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ReplicaMonitorTest {

    private static final MonitorSettings SETTINGS =
            new MonitorSettings(Duration.ofMillis(10), Duration.ofSeconds(1), 10_000, Duration.ZERO);

    private static final long LATER = Duration.ofMinutes(10).toNanos();

    private final AtomicLong skipped = new AtomicLong();

    private final ReplicaLinkFixture link = new ReplicaLinkFixture();

    private final ReplicaLinkFixture otherLink = new ReplicaLinkFixture();

    private final ReplicaMonitor monitor = monitor("one", link);

    private final ReplicaMonitor other = monitor("other", otherLink);

    private final ExecutorService readers = Executors.newCachedThreadPool();

    private ReplicaMonitor monitor(String host, ReplicaLinkFixture itsLink) {
        return new ReplicaMonitor(new ServerAddress(host, 3306), SETTINGS, itsLink, this::now);
    }

    private long now() {
        return System.nanoTime() + skipped.get();
    }

    @BeforeEach
    void start() {
        link.executed("1-10");
        otherLink.executed("1-10");
        monitor.start();
        other.start();
        awaitObservation(monitor, each -> true);
        awaitObservation(other, each -> true);
    }

    @AfterEach
    void close() {
        link.thaw();
        monitor.close();
        other.close();
        readers.shutdownNow();
    }

    @Test
    void growingSetGoesOnWithTheSameLife() {
        long before = incarnation();
        link.executed("1-11");
        Observation observation =
                awaitObservation(monitor, each -> each.executed().equals(gtids("1-11")));
        assertEquals(before, observation.incarnation());
    }

    @Test
    void shrinkingSetStartsANewLife() {
        long before = incarnation();
        link.executed("1-5");
        Observation observation =
                awaitObservation(monitor, each -> each.executed().equals(gtids("1-5")));
        assertTrue(observation.incarnation() > before);
        assertFalse(monitor.has(gtids("6")));
    }

    @Test
    void anotherServerStartsANewLife() {
        long before = incarnation();
        UUID uuid = UUID.fromString("44444444-4444-4444-4444-444444444444");
        link.executed("1-11", uuid);
        Observation observation =
                awaitObservation(monitor, each -> each.serverUuid().equals(uuid));
        assertTrue(observation.incarnation() > before);
    }

    @Test
    void lostLinkEndsTheLifeAndTheNextObservationStartsAnother() {
        long before = incarnation();
        link.breakLink();
        await().until(() -> monitor.observation() == null);
        assertFalse(monitor.has(GtidSet.empty()));
        assertTrue(monitor.describe().contains("link is broken"), monitor.describe());
        link.mendLink();
        assertTrue(awaitObservation(monitor, each -> true).incarnation() > before);
    }

    @Test
    void suspectIsNotHealthyUntilObservedAnew() {
        link.freeze();
        monitor.suspect("a read failed");
        assertNull(monitor.executed());
        link.thaw();
        awaitObservation(monitor, each -> true);
    }

    @Test
    void observationOlderThanTheProbeTimeoutCountsAsNone() {
        link.freeze();
        skipped.addAndGet(SETTINGS.probeTimeout().toNanos() + 1);
        // Of a question sent before the freeze there may be one more answer, sent at the old time too.
        assertNull(monitor.observation());
        assertFalse(monitor.has(GtidSet.empty()));
        assertTrue(monitor.describe().contains("is not healthy"), monitor.describe());
        link.thaw();
        awaitObservation(monitor, each -> true);
    }

    @Test
    void firstToArriveServes() {
        CompletableFuture<@Nullable ReplicaMonitor> read = read(gtids("1-20"));
        await().until(() -> !link.waitedFor.isEmpty() && !otherLink.waitedFor.isEmpty());
        otherLink.executed("1-20");
        otherLink.waitsEnd.release();
        assertSame(other, read.join());
    }

    @Test
    void probeFindsTheFirstWhileTheWatchIsBlockedForAnother() {
        CompletableFuture<@Nullable ReplicaMonitor> oldest = read(gtids("1-30"));
        await().until(() -> link.waitedFor.contains(gtids("1-30")));
        CompletableFuture<@Nullable ReplicaMonitor> younger = read(gtids("1-20"));
        link.executed("1-20");
        assertSame(monitor, younger.join());
        assertFalse(oldest.isDone());
        link.executed("1-30");
        link.waitsEnd.release();
        assertSame(monitor, oldest.join());
    }

    @Test
    void readerThatGivesUpLeavesNothingBehind() {
        CompletableFuture<@Nullable ReplicaMonitor> impatient = read(gtids("1-30"));
        await().until(() -> link.waitedFor.contains(gtids("1-30")));
        skipped.addAndGet(LATER);
        assertNull(ReplicaMonitor.awaitFirst(List.of(monitor, other), gtids("1-40"), now(), this::now));
        readers.shutdownNow();
        assertNull(impatient.join());
        awaitObservation(monitor, each -> true);
        CompletableFuture<@Nullable ReplicaMonitor> next =
                CompletableFuture.supplyAsync(() -> awaitFirst(gtids("1-20")));
        link.waitsEnd.release();
        await().until(() -> link.waitedFor.contains(gtids("1-20")));
        assertEquals(List.of(gtids("1-30"), gtids("1-20")), link.waitedFor);
        link.executed("1-20");
        link.waitsEnd.release();
        assertSame(monitor, next.join());
    }

    @Test
    void waitBegunInAnEarlierLifeServesNobody() {
        CompletableFuture<@Nullable ReplicaMonitor> read = read(gtids("1-20"));
        await().until(() -> link.waitedFor.size() == 1);
        monitor.suspect("restarted");
        link.waitsSucceed = true;
        link.waitsEnd.release();
        await().until(() -> link.waitedFor.size() == 2);
        assertFalse(read.isDone());
        link.executed("1-20");
        link.waitsEnd.release();
        assertSame(monitor, read.join());
    }

    @Test
    void commitArmsTheWatch() {
        monitor.arm(gtids("11"));
        await().until(() -> link.waitedFor.equals(List.of(gtids("11"))));
    }

    private long incarnation() {
        Observation observation = monitor.observation();
        assertNotNull(observation);
        return observation.incarnation();
    }

    private CompletableFuture<@Nullable ReplicaMonitor> read(GtidSet floor) {
        return CompletableFuture.supplyAsync(() -> awaitFirst(floor), readers);
    }

    private @Nullable ReplicaMonitor awaitFirst(GtidSet floor) {
        return ReplicaMonitor.awaitFirst(List.of(monitor, other), floor, now() + 2 * LATER, this::now);
    }

    private static Observation awaitObservation(ReplicaMonitor replica, Predicate<Observation> condition) {
        return await().until(replica::observation, each -> each != null && condition.test(each));
    }
}
