package io.github.readyourwrites.capture;

import io.github.readyourwrites.gtid.GtidSet;
import java.util.ArrayList;
import java.util.List;

/** Writes down what it is told, one short text per report. */
final class WriteObserverFixture implements WriteObserver {

    private final List<String> reports = new ArrayList<>();

    /** What was reported since the last call. */
    List<String> take() {
        List<String> result = List.copyOf(reports);
        reports.clear();
        return result;
    }

    @Override
    public void committed(ServerAddress server, GtidSet gtids) {
        String text = gtids.toString();
        reports.add("committed " + text.substring(text.indexOf(':') + 1));
    }

    @Override
    public void marked(ServerAddress server) {
        reports.add("marked");
    }

    @Override
    public PendingMark markPending(ServerAddress server) {
        reports.add("pending");
        return () -> reports.add("settled");
    }

    /** Not reported: it changes what a token carries, and nothing else. */
    @Override
    public PendingMark writing(ServerAddress server) {
        return () -> {};
    }

    @Override
    public void commitUnknown(ServerAddress server, long connectionId, String username) {
        reports.add("unknown " + connectionId);
    }
}
