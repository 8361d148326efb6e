package io.github.readyourwrites.replica;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the fences of one primary: one thread, one connection, one fence in flight. Whoever comes while one is in
 * flight shares the next, which is sent after he came.
 *
 * <p>Thread-safe. {@link #await} blocks until its deadline at most, whatever the primary does.
 */
final class Fences {

    private static final Logger LOGGER = LoggerFactory.getLogger(Fences.class);

    /** Pause before a fence that failed or was void is tried again; twice as long each time. */
    private static final long FIRST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final long LAST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How often a primary in doubt is asked who it is. */
    private static final long DOUBT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Primary primary;

    private volatile FenceLink.Source links;

    private final Tickets tickets;

    private final LongSupplier clock;

    private final Thread thread;

    private final ReentrantLock lock = new ReentrantLock();

    private final Condition wanted = lock.newCondition();

    private final Condition done = lock.newCondition();

    /** The greatest ticket that somebody wants a fence after. Guarded by lock. */
    private long wantedAfter = -1;

    /** Guarded by lock. */
    private int waiting;

    /** Guarded by lock. */
    private boolean refreshWanted;

    /** Guarded by lock. */
    private FenceOutcome.@Nullable Answer answer;

    /** Since the last answer: the latest failure, but a void fence before any other; and its ticket. Guarded by lock. */
    private FenceOutcome.@Nullable Failure failure;

    /** Guarded by lock. */
    private long failureTicket;

    private volatile boolean closed;

    private final RenewedLink<FenceLink> link;

    Fences(Primary primary, FenceLink.Source links, Tickets tickets, LongSupplier clock) {
        this.primary = primary;
        this.links = links;
        this.tickets = tickets;
        this.clock = clock;
        link = new RenewedLink<>(() -> this.links.open(), clock);
        thread = new Thread(this::run, "ryw-fence-" + primary.address());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** The answer of a fence sent after {@code ticket}, or why there is none by the deadline. */
    FenceOutcome await(long ticket, long deadlineNanos) {
        lock.lock();
        try {
            wantedAfter = Math.max(wantedAfter, ticket);
            waiting++;
            wanted.signal();
            while (true) {
                FenceOutcome.Answer result = answer;
                if (result != null && result.ticket() > ticket) {
                    return result;
                }
                long left = deadlineNanos - clock.getAsLong();
                if (left <= 0 || closed) {
                    // Not in vain: the answer serves the next read.
                    refreshWanted |= result == null || result.ticket() <= ticket;
                    wanted.signal();
                    return failureAfter(ticket);
                }
                done.awaitNanos(left);
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return failureAfter(ticket);
        } finally {
            waiting--;
            lock.unlock();
        }
    }

    private FenceOutcome.Failure failureAfter(long ticket) {
        FenceOutcome.Failure result = failure;
        // A primary that was behind is still so, until it has answered otherwise.
        return result != null && (result.isVoid() || failureTicket > ticket)
                ? result
                : new FenceOutcome.Failure(false, "the primary " + primary.address() + " has not answered in time");
    }

    private void run() {
        long retryNanos = FIRST_RETRY_NANOS;
        while (!closed) {
            lock.lock();
            try {
                awaitWanted();
                refreshWanted = false;
            } catch (InterruptedException ignored) {
                // Only close() interrupts; the loop condition sees it.
            } finally {
                lock.unlock();
            }
            if (closed) {
                break;
            }
            if (take()) {
                retryNanos = FIRST_RETRY_NANOS;
            } else {
                LockSupport.parkNanos(retryNanos);
                retryNanos = Math.min(2 * retryNanos, LAST_RETRY_NANOS);
            }
        }
        link.drop();
    }

    /** Under the lock: until somebody wants a fence, or it is time to ask a primary in doubt again. */
    private void awaitWanted() throws InterruptedException {
        long left = DOUBT_NANOS;
        while (!closed && !isWanted() && left > 0) {
            if (primary.isInDoubt()) {
                left = wanted.awaitNanos(left);
            } else {
                wanted.await();
            }
        }
    }

    private boolean isWanted() {
        return refreshWanted || (waiting > 0 && (answer == null || answer.ticket() <= wantedAfter));
    }

    /** The connection in use is kept; the next one is made by {@code source}. */
    void connectBy(FenceLink.Source source) {
        links = source;
    }

    /**
     * Asks for one fence that nobody waits for: its answer tells what the primary has. Never blocks on the server.
     *
     * @return its ticket will be greater than this
     */
    long refresh() {
        lock.lock();
        try {
            long result = tickets.now();
            refreshWanted = true;
            wanted.signal();
            return result;
        } finally {
            lock.unlock();
        }
    }

    /** One fence, from its sending to its verdict; whether it was answered. Never throws. */
    private boolean take() {
        long ticket = tickets.nextSending();
        FenceOutcome outcome;
        try {
            FenceLink current = link.get();
            if (primary.unknownCommits().settleGone(current, clock.getAsLong())) {
                // Their marks are older than a ticket drawn now.
                ticket = tickets.nextSending();
            }
            outcome = primary.judge(ticket, current);
            if (outcome instanceof FenceOutcome.Failure) {
                // The address may lead to another server by now.
                link.drop();
            }
        } catch (SQLException | RuntimeException | Error ex) {
            link.drop();
            primary.suspect("a fence got no answer");
            LOGGER.debug("no fence from {}", primary.address(), ex);
            String message = String.valueOf(ex.getMessage()).lines().findFirst().orElse("");
            outcome = new FenceOutcome.Failure(
                    false, "the primary " + primary.address() + " cannot be asked: " + message);
        }
        conclude(ticket, outcome);
        return outcome instanceof FenceOutcome.Answer;
    }

    private void conclude(long ticket, FenceOutcome outcome) {
        FenceOutcome.Failure before;
        lock.lock();
        try {
            before = failure;
            if (outcome instanceof FenceOutcome.Answer result) {
                answer = result;
                failure = null;
            } else if (outcome instanceof FenceOutcome.Failure result
                    && (before == null || !before.isVoid() || result.isVoid())) {
                failure = result;
                failureTicket = ticket;
            }
            done.signalAll();
        } finally {
            lock.unlock();
        }
        if (before == null && outcome instanceof FenceOutcome.Failure result) {
            LOGGER.warn("reads that ask the primary for its position have to do without: {}", result.reason());
        } else if (before != null && outcome instanceof FenceOutcome.Answer) {
            LOGGER.info("the primary {} tells its position again", primary.address());
        }
    }

    /** Ends the thread and its connection; waits for them, three seconds at most. Waiting reads fail at once. */
    void close() {
        closed = true;
        lock.lock();
        try {
            done.signalAll();
        } finally {
            lock.unlock();
        }
        link.abort();
        thread.interrupt();
        EndOfThreads.await(thread);
    }
}
