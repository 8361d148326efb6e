package io.github.readyourwrites.replica;

import static io.github.readyourwrites.replica.FenceLinkFixture.executed;
import static io.github.readyourwrites.replica.FenceLinkFixture.gtids;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FencesTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final AtomicLong skipped = new AtomicLong();

    private final Primary primary =
            new Primary(new ServerAddress("primary", 3306), this::now, () -> {}, new LostWrites(ignored -> {}));

    private final Tickets tickets = new Tickets();

    private final FenceLinkFixture link = new FenceLinkFixture();

    private final Fences fences = new Fences(primary, link, tickets, this::now);

    private final ExecutorService readers = Executors.newCachedThreadPool();

    private long now() {
        return System.nanoTime() + skipped.get();
    }

    @BeforeEach
    void start() {
        primary.unknownCommits().patience(Duration.ofSeconds(60));
        fences.start();
    }

    @AfterEach
    void close() {
        fences.close();
        readers.shutdownNow();
    }

    @Test
    void readThatBeginsWhileAFenceIsInFlightIsServedByTheNext() throws InterruptedException {
        CompletableFuture<FenceOutcome> first = read(tickets.now());
        link.awaitAsked();
        CompletableFuture<FenceOutcome> second = read(tickets.now());
        link.answer(executed("1-5"));
        assertEquals(gtids("1-5"), answer(first).position());
        link.awaitAsked();
        link.answer(executed("1-9"));
        assertEquals(gtids("1-9"), answer(second).position());
    }

    @Test
    void manyShareTheNext() throws InterruptedException {
        CompletableFuture<FenceOutcome> first = read(tickets.now());
        link.awaitAsked();
        List<CompletableFuture<FenceOutcome>> others = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            others.add(read(tickets.now()));
        }
        link.answer(executed("1-5")).answer(executed("1-9"));
        answer(first);
        FenceOutcome shared = answer(others.get(0));
        for (CompletableFuture<FenceOutcome> each : others) {
            assertSame(shared, answer(each));
        }
        assertEquals(2, link.asks.get());
    }

    @Test
    void answerOfALaterFenceServesAnEarlierTicketWithoutAnother() {
        long early = tickets.now();
        link.answer(executed("1-5"));
        FenceOutcome outcome = answer(read(early));
        assertSame(outcome, answer(read(early)));
        assertEquals(1, link.asks.get());
    }

    @Test
    void linkIsMadeAnewFromTimeToTime() {
        link.answer(executed("1-5")).answer(executed("1-6")).answer(executed("1-7"));
        answer(read(tickets.now()));
        answer(read(tickets.now()));
        assertEquals(1, link.opened.get());
        skipped.addAndGet(TimeUnit.SECONDS.toNanos(10));
        answer(read(tickets.now()));
        assertEquals(2, link.opened.get());
        assertEquals(1, link.closed.get());
    }

    @Test
    void primaryThatHasNoRoomForAnotherLinkIsAskedOnTheOldOneForAWhile() {
        link.answer(executed("1-5")).answer(executed("1-6")).answer(executed("1-7"));
        answer(read(tickets.now()));
        link.refusal = new SQLException("Too many connections", "08004", 1040);
        skipped.addAndGet(TimeUnit.SECONDS.toNanos(10));
        assertEquals(gtids("1-6"), answer(read(tickets.now())).position());
        assertEquals(0, link.closed.get());
        skipped.addAndGet(TimeUnit.SECONDS.toNanos(10));
        CompletableFuture<FenceOutcome> read = read(tickets.now());
        await().atMost(PATIENCE).until(() -> link.closed.get() == 1);
        link.refusal = null;
        assertEquals(gtids("1-7"), answer(read).position());
        assertEquals(2, link.opened.get());
    }

    @Test
    void failingLinkIsReplaced() {
        link.fail("broken").answer(executed("1-5"));
        assertEquals(gtids("1-5"), answer(read(tickets.now())).position());
        assertEquals(2, link.opened.get());
        assertEquals(1, link.closed.get());
    }

    @Test
    void hangingLinkCostsTheBudgetOnly() {
        FenceOutcome outcome = fences.await(tickets.now(), now() + TimeUnit.MILLISECONDS.toNanos(50));
        FenceOutcome.Failure failure = assertInstanceOf(FenceOutcome.Failure.class, outcome);
        assertFalse(failure.isVoid());
        assertEquals("the primary primary:3306 has not answered in time", failure.reason());
    }

    @Test
    void voidAnswerIsTriedAgainAndToldAtTheEndOfTheBudget() throws InterruptedException {
        FenceLink.Reply readOnly = new FenceLink.Reply(GtidSet.empty(), gtids("1-5"), FenceLinkFixture.PRIMARY, true);
        link.answer(readOnly).answer(readOnly);
        CompletableFuture<FenceOutcome> read = read(tickets.now());
        link.awaitAsked();
        link.awaitAsked();
        link.awaitAsked();
        assertFalse(read.isDone());
        skipped.addAndGet(PATIENCE.toNanos());
        link.answer(readOnly);
        assertTrue(assertInstanceOf(FenceOutcome.Failure.class, read.join()).isVoid());
    }

    @Test
    @SuppressWarnings("FutureReturnValueIgnored") // only makes the fence be sent
    void primaryThatWasBehindIsBelievedSoByLaterReadsUntilItAnswers() throws InterruptedException {
        FenceLink.Reply readOnly = new FenceLink.Reply(GtidSet.empty(), gtids("1-5"), FenceLinkFixture.PRIMARY, true);
        read(tickets.now());
        link.awaitAsked();
        link.answer(readOnly).fail("refused");
        // Asked again, so both have been judged.
        link.awaitAsked();
        link.awaitAsked();
        long noTime = now();
        FenceOutcome outcome = fences.await(tickets.now(), noTime);
        assertTrue(assertInstanceOf(FenceOutcome.Failure.class, outcome).isVoid());
        link.answer(executed("1-5"));
        assertEquals(gtids("1-5"), answer(read(0)).position());
    }

    @Test
    void voidAnswerThatMendsServes() {
        FenceLink.Reply readOnly = new FenceLink.Reply(GtidSet.empty(), gtids("1-5"), FenceLinkFixture.PRIMARY, true);
        link.answer(readOnly).answer(executed("1-5"));
        assertEquals(gtids("1-5"), answer(read(tickets.now())).position());
    }

    @Test
    void closeEndsWaitingReadsTheThreadAndItsLink() throws InterruptedException {
        CompletableFuture<FenceOutcome> read = read(tickets.now());
        link.awaitAsked();
        fences.close();
        assertInstanceOf(FenceOutcome.Failure.class, read.join());
        assertEquals(link.opened.get(), link.closed.get());
        await().atMost(PATIENCE)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(each -> each.getName().equals("ryw-fence-primary:3306")));
    }

    @Test
    void interruptedReaderGivesUpAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        FenceOutcome outcome = fences.await(tickets.now(), now() + PATIENCE.toNanos());
        assertTrue(Thread.interrupted());
        assertInstanceOf(FenceOutcome.Failure.class, outcome);
    }

    @Test
    void unknownCommitIsSettledBeforeTheFenceOnceItsConnectionIsGone() {
        AtomicLong settledAt = new AtomicLong(-1);
        primary.commitUnknown(7, "app", () -> settledAt.set(tickets.now()));
        link.connections = Set.of(6L, 7L);
        skipped.addAndGet(Duration.ofSeconds(61).toNanos());
        link.answer(executed("1-5")).answer(executed("1-6")).answer(executed("1-7"));
        answer(read(tickets.now()));
        assertEquals(-1, settledAt.get(), "it can still be seen, however long it takes");
        link.connections = Set.of(6L);
        FenceOutcome.Answer answer = answer(read(tickets.now()));
        assertTrue(settledAt.get() >= 0);
        assertTrue(answer.ticket() > settledAt.get(), "a fence sent afterwards");
    }

    @Test
    void unknownCommitIsSettledByTimeWhereTheProcessListDoesNotTell() {
        AtomicLong settledAt = new AtomicLong(-1);
        primary.commitUnknown(7, "app", () -> settledAt.set(tickets.now()));
        skipped.addAndGet(Duration.ofSeconds(61).toNanos());
        link.answer(executed("1-5"));
        assertTrue(answer(read(tickets.now())).ticket() > settledAt.get());
        assertTrue(settledAt.get() >= 0);
    }

    private CompletableFuture<FenceOutcome> read(long ticket) {
        long deadline = now() + PATIENCE.toNanos();
        return CompletableFuture.supplyAsync(() -> fences.await(ticket, deadline), readers);
    }

    private static FenceOutcome.Answer answer(CompletableFuture<FenceOutcome> outcome) {
        return assertInstanceOf(FenceOutcome.Answer.class, outcome.join());
    }
}
