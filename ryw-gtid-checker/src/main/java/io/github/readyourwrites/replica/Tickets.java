package io.github.readyourwrites.replica;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Orders marks, beginnings of reads, and sendings of fences within this JVM: a fence serves what took its ticket before
 * the fence was sent. Only a sending advances the count, so to take a ticket costs a read of a counter.
 */
public final class Tickets {

    private final AtomicLong sendings = new AtomicLong();

    /** The ticket of a mark made, or a read begun, now: fences with a greater ticket were sent later. */
    public long now() {
        return sendings.get();
    }

    /** The ticket of a fence about to be sent. */
    long nextSending() {
        return sendings.incrementAndGet();
    }
}
