package io.github.readyourwrites.replica;

import static io.github.readyourwrites.replica.FenceLinkFixture.gtids;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WaitingReadsTest {

    private static final long NEVER = Duration.ofDays(1).toNanos();

    private final AtomicReference<@Nullable GtidSet> executed = new AtomicReference<>(gtids("1-10"));

    private final StatementBudget budget = new StatementBudget(1000, System.nanoTime());

    private final WaitingReads waiting = new WaitingReads(executed::get, budget, System::nanoTime);

    /** Only a name here. */
    private final ReplicaMonitor replica = new ReplicaMonitor(
            new ServerAddress("one", 3306),
            new MonitorSettings(Duration.ofSeconds(1), Duration.ofSeconds(2), 10, Duration.ZERO),
            new ReplicaLinkFixture(),
            System::nanoTime,
            System::nanoTime);

    @AfterEach
    void close() {
        waiting.close();
    }

    @Test
    void oldestReadComesFirst() throws InterruptedException {
        WaitingRead oldest = wait("1-30");
        wait("1-20");
        waiting.arm(gtids("40"));
        assertEquals(gtids("1-30"), waiting.take());
        waiting.remove(oldest);
        assertEquals(gtids("1-20"), waiting.take());
    }

    @Test
    void ofSeveralCommitsTheLatestIsWatched() throws InterruptedException {
        waiting.arm(gtids("11"));
        waiting.arm(gtids("12"));
        assertEquals(gtids("12"), waiting.take());
        CompletableFuture<@Nullable GtidSet> next = async(waiting::take);
        waiting.arm(gtids("13"));
        assertEquals(gtids("13"), next.join());
    }

    @Test
    void commitThatTheReplicaHasIsNotWatched() throws InterruptedException {
        waiting.arm(gtids("10"));
        CompletableFuture<@Nullable GtidSet> taken = async(waiting::take);
        wait("1-20");
        assertEquals(gtids("1-20"), taken.join());
    }

    @Test
    void readThatArrivedElsewhereIsNotWatched() throws InterruptedException {
        wait("1-30").arrive(replica);
        wait("1-20");
        assertEquals(gtids("1-20"), waiting.take());
    }

    @Test
    void everyReadIsReleasedWhoseFloorArrived() {
        WaitingRead early = wait("1-20");
        WaitingRead late = wait("1-30");
        waiting.release(replica, gtids("1-20"));
        assertSame(replica, early.arrived());
        assertNull(late.arrived());
        assertEquals(1, waiting.size());
        WaitingRead later = wait("1-15");
        waiting.release(replica, gtids("1-20"));
        assertSame(replica, later.arrived(), "it came after that position had been compared with the others");
        waiting.release(replica, gtids("1-30"));
        assertSame(replica, late.arrived());
        assertEquals(0, waiting.size());
    }

    @Test
    void probeMakesHasteForAReadThatTheWatchDoesNotWaitFor() throws InterruptedException {
        wait("1-30");
        waiting.take();
        CompletableFuture<Void> pause = async(this::pauseForEver);
        wait("1-20");
        pause.join();
    }

    @Test
    void probeLeavesReadsToTheWatchForAWhile() throws InterruptedException {
        long statement = Duration.ofMillis(10).toNanos();
        long start = Duration.ofSeconds(1).toNanos();
        AtomicLong now = new AtomicLong(start);
        WaitingReads patient = new WaitingReads(executed::get, new StatementBudget(100, 0), now::get);
        patient.add(new WaitingRead(gtids("1-30")));
        patient.take();
        patient.add(new WaitingRead(gtids("1-20")));
        CompletableFuture<@Nullable Void> pause = async(() -> {
            patient.pause(NEVER);
            return null;
        });
        awaitParked();
        // The pause itself has been long enough, and the budget has a statement.
        now.set(start + statement + statement / 2);
        await().during(Duration.ofMillis(100)).until(() -> !pause.isDone());
        now.set(start + 2 * statement);
        pause.join();
    }

    @Test
    void probeMakesHasteForTheNextOldestWhenTheWatchTakesOne() {
        CompletableFuture<@Nullable GtidSet> taken = async(waiting::take);
        CompletableFuture<Void> pause = async(this::pauseForEver);
        awaitParked();
        // The watch is held back until both have come.
        budget.take(1000, System.nanoTime());
        wait("1-30");
        wait("1-20");
        assertEquals(gtids("1-30"), taken.join());
        pause.join();
    }

    @Test
    void probeMakesHasteWhenTheServerRefusedToWait() throws InterruptedException {
        wait("1-30");
        waiting.take();
        CompletableFuture<Void> pause = async(this::pauseForEver);
        waiting.unwatch();
        pause.join();
    }

    @Test
    void probeMakesNoHasteForWhatTheWatchWaitsFor() throws InterruptedException {
        wait("1-30");
        wait("1-30");
        waiting.take();
        CompletableFuture<Void> pause = async(this::pauseForEver);
        awaitParked();
        wait("5:11-30");
        await().during(Duration.ofMillis(100)).until(() -> !pause.isDone());
        waiting.close();
        pause.join();
    }

    @Test
    void watchIsHeldBackByTheBudgetAndTheNewestDecides() {
        budget.take(1000, System.nanoTime());
        waiting.arm(gtids("11"));
        CompletableFuture<@Nullable GtidSet> taken = async(waiting::take);
        awaitParked();
        assertFalse(taken.isDone());
        wait("1-20");
        assertEquals(gtids("1-20"), taken.join());
    }

    @Test
    void closeEndsBothThreads() {
        CompletableFuture<@Nullable GtidSet> taken = async(waiting::take);
        CompletableFuture<Void> pause = async(this::pauseForEver);
        waiting.close();
        assertNull(taken.join());
        pause.join();
    }

    private WaitingRead wait(String floor) {
        WaitingRead result = new WaitingRead(gtids(floor));
        waiting.add(result);
        return result;
    }

    private @Nullable Void pauseForEver() throws InterruptedException {
        waiting.pause(NEVER);
        return null;
    }

    private static <T extends @Nullable Object> CompletableFuture<T> async(Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        result.complete(task.call());
                    } catch (Exception ex) {
                        result.completeExceptionally(new CompletionException(ex));
                    }
                },
                "waiting-reads-test");
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    private static void awaitParked() {
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().equals("waiting-reads-test"))
                .allMatch(each ->
                        each.getState() == Thread.State.WAITING || each.getState() == Thread.State.TIMED_WAITING));
    }
}
