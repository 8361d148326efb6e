package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports lost writes: each GTID once, under however many addresses its server is written to. Thread-safe. */
final class LostWrites {

    private static final Logger LOGGER = LoggerFactory.getLogger(LostWrites.class);

    private final Consumer<LostWrite> listener;

    private final AtomicLong count = new AtomicLong();

    /** Guarded by this. */
    private GtidSet reported = GtidSet.empty();

    /** Tells {@code listener}, which must not block. */
    LostWrites(Consumer<LostWrite> listener) {
        this.listener = listener;
    }

    /** Transactions reported so far. */
    long count() {
        return count.get();
    }

    void report(ServerAddress primary, @Nullable UUID formerServer, UUID server, KnownPosition.Verdict verdict) {
        if (!verdict.presumed().isEmpty()) {
            LOGGER.warn(
                    "perhaps a lost write: {} was under way at the write data source's address {} when its server was"
                            + " replaced, and its present server {} does not have it; if another instance was told that it"
                            + " is committed it is lost; what sessions still asked for of it is dropped",
                    verdict.presumed(),
                    primary,
                    server);
        }
        GtidSet news = news(verdict.lost());
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
        listener.accept(new LostWrite(primary, formerServer, server, news));
    }

    private synchronized GtidSet news(GtidSet lost) {
        GtidSet result = lost.subtract(reported);
        reported = reported.union(lost);
        return result;
    }
}
