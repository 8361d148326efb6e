package io.github.readyourwrites.testcluster;

/** A MySQL of one version, of which a cluster makes its servers. Safe for use by several threads. */
interface Installation extends AutoCloseable {

    ServerVersion version();

    /**
     * A server that is not started yet.
     *
     * @param name what the other servers may call it: letters, digits and hyphens
     */
    ServerHost newServer(String name, ServerOptions options);

    /** Releases what the servers of one cluster shared. */
    @Override
    void close();
}
