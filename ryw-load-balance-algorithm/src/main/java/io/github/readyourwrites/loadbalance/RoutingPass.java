package io.github.readyourwrites.loadbalance;

import org.jspecify.annotations.Nullable;

/**
 * The routing of one statement on one thread: the wait budget covers all groups that the statement is routed to.
 *
 * <p>One object per thread, used again for each pass. Confined to its thread.
 */
final class RoutingPass {
    private boolean open;
    private long startNanos;
    private long budgetNanos;
    private boolean inTransaction;
    private @Nullable String preferred;

    /** Opens a pass unless one is open whose deadline has not passed yet. */
    void begin(long nowNanos) {
        if (!open || nowNanos - startNanos >= budgetNanos) {
            open = true;
            startNanos = nowNanos;
            budgetNanos = 0;
        }
        transaction(false, null);
    }

    /** Says what the router knows about the transaction, for the groups asked from now on. */
    void transaction(boolean inTransaction, @Nullable String preferred) {
        this.inTransaction = inTransaction;
        this.preferred = preferred;
    }

    void end() {
        open = false;
        transaction(false, null);
    }

    boolean isOpen() {
        return open;
    }

    /**
     * Returns until when a group may wait in this pass.
     *
     * @param budgetNanos the group's budget for the whole pass
     * @return a value of {@link System#nanoTime()}, which may have passed
     */
    long deadlineNanos(long budgetNanos) {
        this.budgetNanos = Math.max(this.budgetNanos, budgetNanos);
        return startNanos + budgetNanos;
    }

    /** Whether the statement runs in a transaction, which has not used this group's primary. */
    boolean inTransaction() {
        return inTransaction;
    }

    /** The replica that this transaction reads from already: to be chosen again while it contains the floor. */
    @Nullable
    String preferred() {
        return preferred;
    }
}
