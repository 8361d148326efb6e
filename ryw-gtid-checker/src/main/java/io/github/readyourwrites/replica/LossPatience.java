package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a writable primary that lacks something will never have it, where nobody can see that it follows no
 * server: after a grace time in which it has got nothing of what is missing, and on a connection made meanwhile, since an
 * old connection may lead to a server that has been replaced.
 *
 * <p>Used by one thread at a time.
 */
final class LossPatience {

    static final Duration USUAL_GRACE = Duration.ofSeconds(10);

    private volatile Duration grace = USUAL_GRACE;

    private @Nullable UUID server;

    private GtidSet missing = GtidSet.empty();

    private long sinceNanos;

    private @Nullable FenceLink firstLink;

    void grace(Duration duration) {
        grace = duration;
    }

    /** The primary lacks nothing, or nothing can be said yet: the grace time begins anew. */
    void reset() {
        server = null;
        missing = GtidSet.empty();
        firstLink = null;
    }

    /** Whether {@code lacking}, which the server does not have, is lost. */
    boolean isOver(UUID serverUuid, GtidSet lacking, FenceLink link, long nowNanos) {
        // What is missing may grow by commits on a server that has been replaced; if it shrinks, more may come.
        if (!serverUuid.equals(server) || !lacking.contains(missing)) {
            server = serverUuid;
            sinceNanos = nowNanos;
            firstLink = link;
        }
        missing = lacking;
        return link != firstLink && nowNanos - sinceNanos >= grace.toNanos();
    }
}
