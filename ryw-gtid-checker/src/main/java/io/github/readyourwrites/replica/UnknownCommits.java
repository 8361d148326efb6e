package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.PendingMark;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
        if (open.isEmpty()) {
            return false;
        }
        Map<String, Optional<Set<Long>>> seen = new HashMap<>();
        List<UnknownCommit> settled = new ArrayList<>();
        for (UnknownCommit each : open) {
            Optional<Set<Long>> connections = seen.get(each.username);
            if (connections == null) {
                connections = Optional.ofNullable(link.connectionsOf(each.username));
                seen.put(each.username, connections);
            }
            boolean isOver = connections.isPresent()
                    ? !connections.get().contains(each.connectionId)
                    : nowNanos - each.sinceNanos >= patience.toNanos();
            if (isOver) {
                settled.add(each);
            }
        }
        open.removeAll(settled);
        settled.forEach(each -> each.mark.settle());
        return !settled.isEmpty();
    }

    private record UnknownCommit(long connectionId, String username, long sinceNanos, PendingMark mark) {}
}
