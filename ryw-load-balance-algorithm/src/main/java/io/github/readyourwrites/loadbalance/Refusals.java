package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.FenceOutcome;
import io.github.readyourwrites.session.RouteReason;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.SQLTransientException;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a read is told that may not be served, and what the log is told of one that is served stale. Thread-safe. */
final class Refusals {

    private static final Logger LOGGER = LoggerFactory.getLogger(Refusals.class);

    private static final int MAX_FLOOR_LENGTH = 200;

    private static final long LOG_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final GroupDescriptor descriptor;

    private final RouteCounters counters;

    private final AtomicLong staleLoggedAt = new AtomicLong(System.nanoTime() - LOG_INTERVAL_NANOS);

    private final AtomicLong lackingLoggedAt = new AtomicLong(System.nanoTime() - LOG_INTERVAL_NANOS);

    Refusals(GroupDescriptor descriptor, RouteCounters counters) {
        this.descriptor = descriptor;
        this.counters = counters;
    }

    SQLException unknownName(String name, Set<String> known, RoutingPass pass) {
        return refused(
                "Group `" + descriptor.name() + "` was asked to read from `" + name
                        + "`, which is not one of its read data sources " + known
                        + "; if the rule was changed at run time, retry, else check readDataSourceNames",
                pass);
    }

    SQLException noReplica(RouteReason reason, GtidSet floor, String replicas, RoutingPass pass) {
        String group = "No replica of group `" + descriptor.name() + "` ";
        String why = reason == RouteReason.PRIMARY_NO_HEALTHY_REPLICA
                ? group + "is healthy"
                : group + "has what this read must see (" + shortened(floor) + ") "
                        + (reason == RouteReason.PRIMARY_NO_REPLICA_IN_TIME
                                ? "and is not expected to in time"
                                : "after " + TimeUnit.NANOSECONDS.toMillis(pass.waitedNanos()) + " ms");
        return refused(why + ", and on-wait-timeout is ERROR; retry later, or allow the primary. " + replicas, pass);
    }

    SQLException noFence(FenceOutcome.Failure failure, String replicas, RoutingPass pass) {
        return refused(
                "A read of group `" + descriptor.name()
                        + "` may not be served, since the primary did not tell its position: "
                        + shortened(failure.reason()) + "; "
                        + (failure.isVoid()
                                ? "retry once the write data source `"
                                        + descriptor.write().name() + "` leads to a caught-up primary. "
                                : "retry later, or give it more time: wait-timeout-milliseconds. ")
                        + replicas,
                pass);
    }

    /** It may still get it, where it was promoted before it had applied its relay log. */
    SQLException primaryLacks(GtidSet lacking, UUID server, RoutingPass pass) {
        return refused(
                "A read of group `" + descriptor.name() + "` may not be served, since the write data source `"
                        + descriptor.write().name() + "` leads to a server (" + server + ") that lacks "
                        + shortened(lacking)
                        + ", which this read must see and another instance committed: it was promoted"
                        + " while it was behind, or that is a lost write. Retry later; once the server has been the primary"
                        + " for lost-write-grace-milliseconds, on-lost-write says what becomes of such reads",
                pass);
    }

    /** The read is bound to the primary, which is slower than a replica to show what it has sent there. */
    SQLException notShown(String trouble, RoutingPass pass) {
        return refused(
                "A read of group `" + descriptor.name() + "` may not be served by the write data source `"
                        + descriptor.write().name()
                        + "`: under monotonic-reads it must see what its session has seen on a replica, and the primary did"
                        + " not show all of it in time (" + shortened(trouble)
                        + "); retry later, or give it more time: wait-timeout-milliseconds",
                pass);
    }

    /** Not transient: to repeat the read is of no use to whoever counts on the write. */
    SQLException lostWrite(GtidSet lost, RoutingPass pass) {
        counters.refused(pass);
        return new SQLNonTransientException(
                "A read of group `" + descriptor.name() + "` counts on a lost write: the write data source `"
                        + descriptor.write().name() + "` leads to a server that does not have " + shortened(lost)
                        + ", which was committed before and is gone; write it again if need be. on-lost-write is ERROR,"
                        + " and this error is raised once: later reads no longer ask for it");
    }

    SQLException noPermit(int permitsPerSecond, String replicas, RoutingPass pass) {
        return refused(
                "No replica may serve this read of group `" + descriptor.name()
                        + "`, and primary-fallback-permits-per-second lets no more than " + permitsPerSecond
                        + " reads a second go to the primary instead; retry later, or raise the limit. "
                        + replicas,
                pass);
    }

    SQLException noPlace(int most, String replicas, RoutingPass pass) {
        return refused(
                "No replica may serve this read of group `" + descriptor.name()
                        + "`, and " + most + " reads that went to the primary instead are at work already"
                        + " (primary-fallback-concurrent-reads, half of the pool unless set), so that writes find"
                        + " connections; retry later, or raise the limit. " + replicas,
                pass);
    }

    SQLException allLagging(String replicas, RoutingPass pass) {
        return refused(
                "Every replica of group `" + descriptor.name() + "` is further behind than max-lag-milliseconds ("
                        + descriptor.configuration().health().maxLag().toMillis()
                        + "), and on-all-lagging is ERROR; retry later, or allow the primary. " + replicas,
                pass);
    }

    private SQLException refused(String message, RoutingPass pass) {
        counters.refused(pass);
        return new SQLTransientException(message);
    }

    static String shortened(Object text) {
        String result = text.toString();
        return result.length() <= MAX_FLOOR_LENGTH ? result : result.substring(0, MAX_FLOOR_LENGTH) + "…";
    }

    /** The log gets one line a second. */
    void logLacking(GtidSet lacking, UUID server) {
        if (isDue(lackingLoggedAt)) {
            LOGGER.warn(
                    "lost write: reads of group {} ask for {}, which another instance committed and the present server {} of"
                            + " `{}` does not have; they are served by it without",
                    descriptor.name(),
                    shortened(lacking),
                    server,
                    descriptor.write().name());
        }
    }

    private static boolean isDue(AtomicLong loggedAt) {
        long now = System.nanoTime();
        long last = loggedAt.get();
        return now - last >= LOG_INTERVAL_NANOS && loggedAt.compareAndSet(last, now);
    }

    /** Every stale read is counted; the log gets one line a second. */
    void logStale(String target, RouteReason insteadOf) {
        if (isDue(staleLoggedAt)) {
            LOGGER.warn(
                    "group {} serves stale reads from {} as on-wait-timeout: STALE or on-all-lagging: LEAST_LAGGED allows"
                            + " (instead of {})",
                    descriptor.name(),
                    target,
                    insteadOf);
        }
    }
}
