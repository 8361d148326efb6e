package io.github.readyourwrites.testcluster;

/** A {@code mysqld} of this machine; the servers of all clusters share it. */
record LocalInstallation(Workspace workspace, Distribution distribution, DataTemplate template)
        implements Installation {

    /** Finds or unpacks the program and initialises its data, unless that has been done in this JVM: seconds. */
    static LocalInstallation of(MySqlChoice choice) {
        Workspace workspace = Workspace.get();
        Distribution distribution = workspace.distribution(choice);
        return new LocalInstallation(workspace, distribution, workspace.template(distribution));
    }

    @Override
    public ServerVersion version() {
        return distribution.version();
    }

    @Override
    public ServerHost newServer(String name, ServerOptions options) {
        return new LocalServer(this, options.orElse("bind_address", "127.0.0.1").orElse("report_host", "127.0.0.1"));
    }

    @Override
    public void close() {
        // The program and the initialised data stay until the end of the JVM.
    }
}
