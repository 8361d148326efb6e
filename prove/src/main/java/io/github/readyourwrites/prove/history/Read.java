package io.github.readyourwrites.prove.history;

import io.github.readyourwrites.session.ConsistencyLevel;

/**
 * A read of one key that gave a version; one that failed is no event.
 *
 * @param instance the JVM
 * @param session the session in that JVM; empty for a read outside any session
 * @param version what it saw; 0 is what a key has before its first write
 * @param uncommitted the version that the read's own transaction has written and not yet committed, 0 if none
 * @param onPrimary whether it was bound to the primary before it was asked, by its transaction or by the reader; such a read
 *     meets a new primary as soon as anybody, and what that has lost
 * @param level what the read was promised
 * @param servedBy data source and reason, for people
 */
public record Read(
        String instance,
        String session,
        int key,
        long version,
        long begin,
        long end,
        long uncommitted,
        boolean onPrimary,
        ConsistencyLevel level,
        String servedBy)
        implements Event {}
