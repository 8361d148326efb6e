package io.github.readyourwrites.gtid;

import java.util.UUID;

/** Receives the intervals of a {@link GtidSet} one by one, in canonical order. */
@FunctionalInterface
public interface GtidIntervalVisitor {

    /**
     * Receives one interval.
     *
     * @param source UUID of the server that the transactions come from
     * @param tag tag in lower case, empty if untagged
     * @param first first transaction number, at least 1
     * @param last last transaction number, inclusive, at least {@code first}
     */
    void visit(UUID source, String tag, long first, long last);
}
