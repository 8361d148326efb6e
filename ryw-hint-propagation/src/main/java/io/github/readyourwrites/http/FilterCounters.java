package io.github.readyourwrites.http;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts for one filter. Thread-safe. */
final class FilterCounters {

    private static final Logger LOGGER = LoggerFactory.getLogger(RywFilter.class);

    private final LongAdder tokensSent = new LongAdder();

    private final LongAdder marksSent = new LongAdder();

    private final AtomicLong lateWrites = new AtomicLong();

    private final AtomicLong lostDispatches = new AtomicLong();

    void tokenSent(boolean asMark) {
        tokensSent.increment();
        if (asMark) {
            marksSent.increment();
        }
    }

    void lateWrite(String request) {
        if (isToBeSaid(lateWrites.incrementAndGet())) {
            LOGGER.warn(
                    "{} wrote after its response had been committed: its token does not stand for that, and the client's"
                            + " next request may miss it on another instance. Answer after the last write, or raise"
                            + " buffer-bytes, with hold-flushes where the application flushes ({} so far).",
                    request,
                    lateWrites);
        }
    }

    /** An asynchronous request was dispatched and did not come through the filter again. */
    void lostDispatch(String request) {
        if (isToBeSaid(lostDispatches.incrementAndGet())) {
            LOGGER.warn(
                    "{} was dispatched anew past the filter, so its second part ran in no session: map the filter to the"
                            + " dispatcher type ASYNC, too ({} so far).",
                    request,
                    lostDispatches);
        }
    }

    /** The first one, and then ever more rarely. */
    private static boolean isToBeSaid(long count) {
        return Long.bitCount(count) == 1;
    }

    FilterStatistics statistics() {
        return new FilterStatistics(tokensSent.sum(), marksSent.sum(), lateWrites.get());
    }
}
