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
import java.util.ArrayList;
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

    /** One look at the start, and none because time has passed. */
    private static final MonitorSettings RARE_PROBES =
            new MonitorSettings(Duration.ofHours(1), Duration.ofHours(2), 10_000, Duration.ZERO);

    private static final long LATER = Duration.ofMinutes(10).toNanos();

    private final AtomicLong skipped = new AtomicLong();

    private final ReplicaLinkFixture link = new ReplicaLinkFixture();

    private final ReplicaLinkFixture otherLink = new ReplicaLinkFixture();

    private final ReplicaMonitor monitor = monitor("one", link);

    private final ReplicaMonitor other = monitor("other", otherLink);

    private final ExecutorService readers = Executors.newCachedThreadPool();

    private ReplicaMonitor monitor(String host, ReplicaLinkFixture itsLink) {
        return monitor(host, itsLink, SETTINGS);
    }

    private ReplicaMonitor monitor(String host, ReplicaLinkFixture itsLink, MonitorSettings settings) {
        return new ReplicaMonitor(new ServerAddress(host, 3306), settings, itsLink, this::now, this::late);
    }

    private long now() {
        return System.nanoTime() + skipped.get();
    }

    /** As late as a coarse clock may be. */
    private long late() {
        return now() - SETTINGS.probeTimeout().toNanos() / 2;
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
    void lagThatNobodyKnowsIsGreaterThanAnyOther() {
        assertEquals(Long.MAX_VALUE, monitor.lagNanos());
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
    void nobodyWaitsAnyMoreWhenAllHaveGone() {
        assertNull(ReplicaMonitor.awaitFirst(List.of(monitor, other), gtids("1-40"), now(), this::now));
        assertEquals(0, monitor.waitingReads() + other.waitingReads(), "its time was over");
        CompletableFuture<@Nullable ReplicaMonitor> interrupted = read(gtids("1-40"));
        await().until(() -> monitor.waitingReads() == 1 && other.waitingReads() == 1);
        readers.shutdownNow();
        assertNull(interrupted.join());
        await().until(() -> monitor.waitingReads() + other.waitingReads() == 0);
        CompletableFuture<@Nullable ReplicaMonitor> served =
                CompletableFuture.supplyAsync(() -> awaitFirst(gtids("1-20")));
        await().until(() -> monitor.waitingReads() == 1 && other.waitingReads() == 1);
        link.executed("1-20");
        link.waitsEnd.release(2);
        assertSame(monitor, served.join());
        assertEquals(0, monitor.waitingReads() + other.waitingReads(), "the other one does not keep it");
    }

    @Test
    void manyReadsOfOnePositionCostOneWaitAndNoLook() {
        ReplicaLinkFixture quietLink = new ReplicaLinkFixture();
        quietLink.executed("1-10");
        ReplicaMonitor quiet = monitor("quiet", quietLink, RARE_PROBES);
        try {
            quiet.start();
            awaitObservation(quiet, each -> true);
            List<CompletableFuture<@Nullable ReplicaMonitor>> reads = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                reads.add(read(quiet, gtids("1-20")));
            }
            await().until(() -> quiet.waitingReads() == 50);
            quietLink.executed("1-25");
            quietLink.waitsEnd.release();
            reads.forEach(each -> assertSame(quiet, each.join()));
            assertEquals(List.of(gtids("1-20")), quietLink.waitedFor);
            assertTrue(quiet.has(gtids("1-25")), "the wait's answer tells all that is there");
            assertEquals(1, quietLink.looks.get());
        } finally {
            quiet.close();
        }
    }

    @Test
    void probeThatWasAskedEarlierTakesNothingBackAndEndsNoLife() {
        long before = incarnation();
        link.freeze();
        int looks = link.looks.get();
        await().until(() -> link.looks.get() > looks);
        CompletableFuture<@Nullable ReplicaMonitor> read = read(gtids("1-20"));
        await().until(() -> link.waitedFor.size() == 1);
        link.executed("1-20");
        link.waitsEnd.release();
        assertSame(monitor, read.join());
        link.thaw();
        int late = link.looks.get();
        await().until(() -> link.looks.get() > late + 1);
        assertEquals(before, incarnation());
        assertTrue(monitor.has(gtids("1-20")));
    }

    @Test
    void whatAServerRefusesToWaitForIsLeftToTheProbe() {
        link.refusesToWait = true;
        link.waitsEnd.release(1000);
        CompletableFuture<@Nullable ReplicaMonitor> read = read(gtids("1-20"));
        await().until(() -> !link.waitedFor.isEmpty());
        link.executed("1-20");
        assertSame(monitor, read.join());
    }

    @Test
    void waitThatEndsOnAnotherServerServesNobody() {
        ReplicaLinkFixture movingLink = new ReplicaLinkFixture();
        movingLink.executed("1-10");
        ReplicaMonitor moving = monitor("moving", movingLink, RARE_PROBES);
        try {
            moving.start();
            long before = awaitObservation(moving, each -> true).incarnation();
            CompletableFuture<@Nullable ReplicaMonitor> read = read(moving, gtids("1-20"));
            await().until(() -> movingLink.waitedFor.size() == 1);
            movingLink.executed("1-20", UUID.fromString("44444444-4444-4444-4444-444444444444"));
            movingLink.waitsEnd.release();
            await().until(() -> movingLink.waitedFor.size() == 2);
            assertFalse(read.isDone());
            assertNull(moving.observation());
            movingLink.waitsEnd.release();
            assertSame(moving, read.join());
            assertEquals(before + 1, awaitObservation(moving, each -> true).incarnation());
        } finally {
            moving.close();
        }
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

    private CompletableFuture<@Nullable ReplicaMonitor> read(ReplicaMonitor replica, GtidSet floor) {
        return CompletableFuture.supplyAsync(
                () -> ReplicaMonitor.awaitFirst(List.of(replica), floor, now() + LATER, this::now), readers);
    }

    private @Nullable ReplicaMonitor awaitFirst(GtidSet floor) {
        return ReplicaMonitor.awaitFirst(List.of(monitor, other), floor, now() + 2 * LATER, this::now);
    }

    private static Observation awaitObservation(ReplicaMonitor replica, Predicate<Observation> condition) {
        return await().until(replica::observation, each -> each != null && condition.test(each));
    }
}
