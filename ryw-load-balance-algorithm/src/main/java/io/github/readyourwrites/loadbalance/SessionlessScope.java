package io.github.readyourwrites.loadbalance;

/** Whose writes a read outside any open session must see. */
enum SessionlessScope {
    /** Those of the whole JVM. */
    INSTANCE,
    /** Those of the reading thread. */
    THREAD,
    /** None. */
    NONE
}
