package io.github.readyourwrites.prove;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** Tells people every ten seconds how far a run is. */
final class Progress {

    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Crew crew;

    private final List<Nemesis> nemeses;

    private final long start;

    private final long end;

    private long readsBefore;

    Progress(Crew crew, List<Nemesis> nemeses, long start, long end) {
        this.crew = crew;
        this.nemeses = nemeses;
        this.start = start;
        this.end = end;
    }

    /** Returns when the time is over, or a nemesis is broken. */
    void tellUntilEnd() throws InterruptedException {
        while (System.nanoTime() - end < 0 && nemeses.stream().noneMatch(Nemesis::isBroken)) {
            long before = System.nanoTime();
            TimeUnit.NANOSECONDS.sleep(Math.max(1, Math.min(INTERVAL_NANOS, end - before)));
            tell(before);
        }
    }

    private void tell(long before) {
        long now = System.nanoTime();
        Counts counts = crew.counts();
        long perSecond = (counts.reads() - readsBefore) * TimeUnit.SECONDS.toNanos(1) / Math.max(1, now - before);
        readsBefore = counts.reads();
        int faults = nemeses.stream()
                .flatMap(each -> each.turns().values().stream())
                .mapToInt(Integer::intValue)
                .sum();
        System.err.printf(
                "%d s of %d: %d reads (%d/s), %d writes, %d statements failed, %d sessions not saved, %d faults; now %s%n",
                TimeUnit.NANOSECONDS.toSeconds(now - start),
                TimeUnit.NANOSECONDS.toSeconds(end - start),
                counts.reads(),
                perSecond,
                counts.writes(),
                counts.failures(),
                counts.unsaved(),
                faults,
                nemeses.stream().map(Nemesis::current).toList());
    }
}
