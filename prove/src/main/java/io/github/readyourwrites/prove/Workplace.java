package io.github.readyourwrites.prove;

import io.github.readyourwrites.session.ConsistencyLevel;

/**
 * What the clients of one JVM share.
 *
 * @param level what the rule promises
 * @param stored whether sessions are kept in a store for other JVMs
 */
record Workplace(
        String instance,
        Statements statements,
        Registers registers,
        Journal journal,
        Mailbox mailbox,
        Pace pace,
        ConsistencyLevel level,
        boolean stored) {

    /** Opens a session on this thread. */
    Visit visit(String session) {
        return Visit.open(instance, session, journal, stored);
    }
}
