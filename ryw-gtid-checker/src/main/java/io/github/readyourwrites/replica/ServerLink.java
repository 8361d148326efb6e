package io.github.readyourwrites.replica;

/** A connection of the plugin's own to one server. */
interface ServerLink extends AutoCloseable {

    /** Ends a call that another thread is blocked in, and the link with it. Never throws, never blocks. */
    void abort();

    /** Never throws. */
    @Override
    void close();
}
