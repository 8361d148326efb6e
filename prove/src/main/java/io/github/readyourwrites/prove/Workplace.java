package io.github.readyourwrites.prove;

import io.github.readyourwrites.session.ConsistencyLevel;

/**
 * What the clients of one JVM share.
 *
 * @param level what the rule promises
 * @param shared whether other JVMs have the same sessions
 */
record Workplace(
        String instance,
        Statements statements,
        Registers registers,
        Journal journal,
        Mailbox mailbox,
        Pace pace,
        ConsistencyLevel level,
        boolean shared) {

    /** Opens a session on this thread. */
    Visit visit(String session) {
        return Visit.open(instance, session, journal, shared);
    }
}
