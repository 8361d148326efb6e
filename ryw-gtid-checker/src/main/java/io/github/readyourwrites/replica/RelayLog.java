package io.github.readyourwrites.replica;

/** What a server's replication threads say of transactions that it may still get. */
enum RelayLog {

    /** It applies what it has received: some of it is not executed yet. */
    APPLYING,

    /** It follows nobody: what it has not, it will not get. */
    NONE,

    /** Its threads are stopped, or have nothing to do, or this account may not see them. */
    UNCLEAR
}
