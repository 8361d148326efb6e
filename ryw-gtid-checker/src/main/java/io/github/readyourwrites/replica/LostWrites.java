package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports lost writes: each GTID once, under however many addresses its server is written to. Thread-safe. */
final class LostWrites {

    private static final Logger LOGGER = LoggerFactory.getLogger(LostWrites.class);

    private final List<LostWriteListener> listeners = new CopyOnWriteArrayList<>();

    private final AtomicLong count = new AtomicLong();

    /** Guarded by this. */
    private GtidSet reported = GtidSet.empty();

    /** Transactions reported so far. */
    long count() {
        return count.get();
    }

    void add(LostWriteListener listener) {
        listeners.add(listener);
    }

    void remove(LostWriteListener listener) {
        listeners.remove(listener);
    }

    void report(ServerAddress primary, @Nullable UUID formerServer, UUID server, GtidSet lost) {
        GtidSet news = news(lost);
        if (news.isEmpty()) {
            return;
        }
        count.addAndGet(news.count());
        LOGGER.warn(
                "lost write: {} was executed on {} at the write data source's address {}, and its present server {} does not"
                        + " have it and has no relay log to get it from; what sessions still asked for of it is dropped",
                news,
                formerServer == null ? "an earlier server" : formerServer,
                primary,
                server);
        LostWrite event = new LostWrite(primary, formerServer, server, news);
        for (LostWriteListener each : listeners) {
            try {
                each.lost(event);
            } catch (RuntimeException ex) {
                LOGGER.warn("a listener failed on {}", event, ex);
            }
        }
    }

    private synchronized GtidSet news(GtidSet lost) {
        GtidSet result = lost.subtract(reported);
        reported = reported.union(lost);
        return result;
    }
}
