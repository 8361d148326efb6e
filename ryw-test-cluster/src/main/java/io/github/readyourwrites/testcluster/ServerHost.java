package io.github.readyourwrites.testcluster;

/**
 * What a server runs in: a process of this machine, or a container. Knows its life, its options and its data, and
 * nothing of replication.
 *
 * <p>Safe for use by several threads. All methods block until what they do is done, and throw
 * {@link MySqlClusterException} where it cannot be done.
 */
interface ServerHost {

    /** Starts it for the first time, with accounts, database and an empty history, and waits until it answers. */
    void begin();

    /** Starts it again, after ending it, at the same address, and waits until it answers. */
    void restart();

    /** Ends it at once, frozen or not; does nothing when it is not running. */
    void kill();

    /** Stops every thread of it where it is; its connections stay open. */
    void freeze();

    void thaw();

    boolean isFrozen();

    /** Whether it is there, be it frozen. */
    boolean isRunning();

    /** The number of its process on the machine where it runs, or of the last one. */
    long pid();

    /** Where clients of this JVM find it. */
    String host();

    int port();

    /** Where the other servers of the cluster find it. */
    String innerHost();

    int innerPort();

    boolean usesGtids();

    /** Changes its option file; the next start reads it. */
    void configure(String name, String value);

    /** Ends it and gives it the data of a new server, also another {@code server_uuid}. It is not started. */
    void wipe();

    /** Ends it and gives it a copy of the other server's data of this moment. It is not started. */
    void seedFrom(ServerHost other);

    /** Keeps a copy of its data of this moment: what it would find if it crashed now. */
    void saveState();

    /** Ends it and gives it the data that were kept. It is not started. */
    void restoreState();

    /** Ends it for good and deletes its data. */
    void end();
}
