package io.github.readyourwrites.replica;

/**
 * Whether another server may have taken a primary's place since it last told who it is. An answer settles the doubts that
 * were raised before it was asked for, and no later one: it may have been on its way already. Thread-safe; never blocks.
 */
final class Doubt {

    /** Guarded by this. */
    private long raised;

    /** Written under this. */
    private volatile boolean open;

    synchronized void raise() {
        raised++;
        open = true;
    }

    /** How many doubts there have been, to be taken before a question is sent. */
    synchronized long raised() {
        return raised;
    }

    /** Ends the doubt, if none has been raised since {@code before} was taken. */
    synchronized void settle(long before) {
        if (raised == before) {
            open = false;
        }
    }

    boolean isOpen() {
        return open;
    }
}
