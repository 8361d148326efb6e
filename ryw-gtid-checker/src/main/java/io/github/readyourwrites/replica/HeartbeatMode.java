package io.github.readyourwrites.replica;

/** What keeps a primary moving while nobody writes, so that an idle primary is told from a link that is down. */
public enum HeartbeatMode {

    /** A heartbeat table, where there is one; else the log says once what is missing. */
    AUTO,

    /** A table of the plugin's own, which is made where it is missing. */
    CREATE,

    /** Nothing: a link that is down is noticed when something is written. */
    OFF
}
