package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.PendingMark;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Commits on one primary whose connection broke. Each keeps its mark open until the old connection is gone from the
 * process list, where that can be seen, else for a fixed time. Thread-safe.
 */
final class UnknownCommits {

    private final List<UnknownCommit> open = new CopyOnWriteArrayList<>();

    private volatile Duration patience = Duration.ofSeconds(60);

    void patience(Duration duration) {
        patience = duration;
    }

    void add(long connectionId, String username, long nowNanos, PendingMark mark) {
        open.add(new UnknownCommit(connectionId, username, nowNanos, mark));
    }

    /** Settles the marks of those that cannot happen any more; whether there was one. */
    boolean settleGone(FenceLink link, long nowNanos) throws SQLException {
        boolean result = false;
        for (UnknownCommit each : open) {
            if (nowNanos - each.sinceNanos >= patience.toNanos() || link.isGone(each.connectionId, each.username)) {
                each.mark.settle();
                open.remove(each);
                result = true;
            }
        }
        return result;
    }

    private record UnknownCommit(long connectionId, String username, long sinceNanos, PendingMark mark) {}
}
