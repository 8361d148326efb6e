package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.session.Floor;
import io.github.readyourwrites.session.ReadView;
import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.ThreadScope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The routing of one statement on one thread. Its wait budget covers every group that the statement is routed to, and
 * ends when the next execution starts or its deadline has passed. It begins with the first look at the clock: a read that
 * needs no time costs none.
 *
 * <p>One object per thread, used again for each pass. Confined to its thread.
 */
final class RoutingPass {
    private final LongSupplier exactClock;
    private final LongSupplier clock = this::nowNanos;
    private final ThreadScope thread = ThreadScope.current();
    private final List<Floor> floors = new ArrayList<>();
    private final List<GtidSet> positions = new ArrayList<>();
    private boolean routing;
    private boolean started;
    private long startNanos;
    private boolean looked;
    private long nowNanos;
    private long longestBudgetNanos;
    private boolean inTransaction;
    private boolean asked;
    private long waitedNanos;
    private @Nullable String preferred;
    private @Nullable HeldPlaces held;

    /**
     * A pass on the calling thread.
     *
     * @param clock nanoseconds, the one that replicas are observed on
     */
    RoutingPass(LongSupplier clock) {
        exactClock = clock;
    }

    /** Starts a pass, or goes on with the one before while somebody was given time in it and its deadline has not passed. */
    void begin() {
        leavePlaces();
        looked = false;
        if (longestBudgetNanos == 0 || nowNanos() - startNanos >= longestBudgetNanos) {
            longestBudgetNanos = 0;
            // A look that was made to find this out serves the new pass.
            started = looked;
            startNanos = nowNanos;
        }
        ask(false, null);
    }

    /**
     * Starts a pass that the router holds until {@link #leaveRouter}: a deadline that passes at one group is not given
     * anew to the next.
     */
    void enterRouter() {
        begin();
        routing = true;
    }

    void leaveRouter() {
        routing = false;
        ask(false, null);
    }

    /** Whether the router has begun this pass and is still at it. */
    boolean isInRouter() {
        return routing;
    }

    /** Says what the router knows about the statement, for the group that is asked next. */
    void ask(boolean inTransaction, @Nullable String preferred) {
        this.inTransaction = inTransaction;
        this.preferred = preferred;
        asked = false;
        waitedNanos = 0;
    }

    /** The read at hand goes to this primary for want of a replica, and has this place there until it has run. */
    void hold(String dataSourceName, FallbackPlaces.Place taken) {
        HeldPlaces places = held == null ? new HeldPlaces() : held;
        held = places;
        places.hold(dataSourceName, taken);
    }

    /** What {@link #hold} took, on whichever thread the statement was routed; null if nothing. */
    @Nullable
    HeldPlaces held() {
        return held;
    }

    /** The thread runs a part of the statement that has these. */
    void held(@Nullable HeldPlaces places) {
        held = places;
    }

    /** Gives back what {@link #hold} took, if anything. */
    void leavePlaces() {
        HeldPlaces places = held;
        if (places != null) {
            held = null;
            places.leaveAll();
        }
    }

    /** Notes that a group was asked. */
    void asked() {
        asked = true;
    }

    /** Whether a group was asked since the last {@link #ask}. */
    boolean isAsked() {
        return asked;
    }

    void end() {
        longestBudgetNanos = 0;
        routing = false;
        floors.clear();
        positions.clear();
        ask(false, null);
    }

    /**
     * Returns until when a group may wait in this pass.
     *
     * @param budgetNanos the group's budget for a whole pass
     * @return on the pass's clock; may lie in the past
     */
    long deadlineNanos(long budgetNanos) {
        nowNanos();
        longestBudgetNanos = Math.max(longestBudgetNanos, budgetNanos);
        return startNanos + budgetNanos;
    }

    /** {@link #nowNanos()} for somebody who may not need it. */
    LongSupplier clock() {
        return clock;
    }

    /** When the pass last looked at the clock, which it does when first asked and after a wait: one look for all replicas. */
    long nowNanos() {
        if (!looked) {
            look();
        }
        return nowNanos;
    }

    private void look() {
        nowNanos = exactClock.getAsLong();
        looked = true;
        if (!started) {
            started = true;
            startNanos = nowNanos;
        }
    }

    /** Notes that the group at hand has waited from the last look at the clock until now. */
    void waited() {
        long before = nowNanos();
        look();
        waitedNanos += Math.max(1, nowNanos - before);
    }

    /** How long the group at hand has waited, zero if not at all. */
    long waitedNanos() {
        return waitedNanos;
    }

    /** What the thread's read has to respect. */
    ReadView view() {
        return thread.view();
    }

    /** Tells the thread that the read at hand may be stale. */
    void readStale() {
        thread.readStale();
    }

    /** Tells the thread what was decided. */
    void decided(RouteDecision decision) {
        thread.decided(decision);
    }

    /** Room for the floors of the read at hand, which fills it anew: so a decision need not allocate. */
    List<Floor> floors() {
        floors.clear();
        return floors;
    }

    /** Room for the positions of the read at hand, in the same way. */
    List<GtidSet> positions() {
        positions.clear();
        return positions;
    }

    /** Whether the statement belongs to a transaction, which then has not used this group's primary. */
    boolean inTransaction() {
        return inTransaction;
    }

    /**
     * The read data source that the transaction reads from already or, for a SELECT without a table, that the connection
     * has used: to be chosen again while it is healthy and contains the floor. Null if there is none.
     */
    @Nullable
    String preferred() {
        return preferred;
    }
}
