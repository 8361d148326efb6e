package io.github.readyourwrites.prove.history;

/**
 * A write of one version of one key: the key's version is at least this one from then on. No two writes of a key have the
 * same version.
 *
 * @param instance the JVM
 * @param session the session in that JVM, empty for a write outside any session; one shared by two JVMs is one in each
 * @param changed whether it changed anything: one that finds a later version does not, and has no GTID
 */
public record Write(
        String instance, String session, int key, long version, long begin, long end, Outcome outcome, boolean changed)
        implements Event {

    boolean isAcknowledged() {
        return outcome == Outcome.ACKNOWLEDGED;
    }
}
