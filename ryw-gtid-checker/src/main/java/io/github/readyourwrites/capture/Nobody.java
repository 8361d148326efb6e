package io.github.readyourwrites.capture;

import io.github.readyourwrites.gtid.GtidSet;

/** The observer of a JVM without {@link WriteObserverProvider}: drops every report. */
final class Nobody implements WriteObserver {

    private static final WriteObserver INSTANCE = new Nobody();
    static final WriteObserverProvider PROVIDER = () -> INSTANCE;

    @Override
    public void committed(ServerAddress server, GtidSet gtids) {}

    @Override
    public void marked(ServerAddress server) {}

    @Override
    public PendingMark markPending(ServerAddress server) {
        return () -> {};
    }

    @Override
    public PendingMark writing(ServerAddress server) {
        return () -> {};
    }

    @Override
    public void commitUnknown(ServerAddress server, long connectionId, String username) {}
}
