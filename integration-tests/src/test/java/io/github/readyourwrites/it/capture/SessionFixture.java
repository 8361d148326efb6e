package io.github.readyourwrites.it.capture;

import io.github.readyourwrites.capture.PendingMark;
import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.capture.WriteObserver;
import io.github.readyourwrites.gtid.GtidSet;
import java.util.ArrayList;
import java.util.List;

/** A session that writes down what it is told: its floor, and one short text for every other report. */
final class SessionFixture implements WriteObserver {

    private final List<String> reports = new ArrayList<>();
    private GtidSet floor = GtidSet.empty();

    synchronized GtidSet floor() {
        return floor;
    }

    /** Everything but commits, in order. */
    synchronized List<String> reports() {
        return List.copyOf(reports);
    }

    @Override
    public synchronized void committed(ServerAddress server, GtidSet gtids) {
        floor = floor.union(gtids);
    }

    @Override
    public void marked(ServerAddress server) {
        report("marked");
    }

    @Override
    public PendingMark markPending(ServerAddress server) {
        report("pending");
        return () -> report("settled");
    }

    /** Not reported: it changes what a token carries, and nothing else. */
    @Override
    public PendingMark writing(ServerAddress server) {
        return () -> {};
    }

    @Override
    public void commitUnknown(ServerAddress server, long connectionId, String username) {
        report("unknown " + connectionId + " of " + username);
    }

    private synchronized void report(String text) {
        reports.add(text);
    }
}
