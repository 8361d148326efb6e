package io.github.readyourwrites.examples;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Notes when each step begins, and in the end makes a {@link Timeline} of all that was seen. For one thread. */
final class TimelineRecorder {

    static final Duration INTERVAL = Duration.ofMillis(500);

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    /** The {@code server_uuid} of each server: the primary's, then the replicas' by their numbers. */
    private final List<String> servers;

    private final long startNanos;

    private final List<Band> bands = new ArrayList<>();

    private @Nullable String step;

    private long stepNanos;

    TimelineRecorder(List<String> servers, long startNanos) {
        this.servers = List.copyOf(servers);
        this.startNanos = startNanos;
    }

    /** A step begins, and with it the one before ends. Beginning the same step again continues it. */
    void begin(String label, long nanos) {
        if (!label.equals(step)) {
            endStep(nanos);
            step = label;
            stepNanos = nanos;
        }
    }

    /** The run is over. */
    Timeline end(long nanos, List<Read> reads, List<PositionSample> samples) {
        endStep(nanos);
        step = null;
        return new Timeline(
                seconds(nanos), bands, ReplicaLag.of(samples, startNanos), intervals(nanos, reads), examples(reads));
    }

    private void endStep(long nanos) {
        if (step != null) {
            bands.add(new Band(step, seconds(stepNanos), seconds(nanos)));
        }
    }

    private List<Interval> intervals(long endNanos, List<Read> reads) {
        // The last one takes the rest: a rate over a few milliseconds would say nothing.
        int count = Math.max(1, Math.toIntExact((endNanos - startNanos) / INTERVAL.toNanos()));
        List<List<Read>> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(new ArrayList<>());
        }
        for (Read each : reads) {
            long index = (each.beganNanos() - startNanos) / INTERVAL.toNanos();
            parts.get(Math.toIntExact(Math.min(index, count - 1L))).add(each);
        }
        List<Interval> result = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long from = startNanos + i * INTERVAL.toNanos();
            result.add(interval(from, i == count - 1 ? endNanos : from + INTERVAL.toNanos(), parts.get(i)));
        }
        return result;
    }

    private Interval interval(long fromNanos, long toNanos, List<Read> reads) {
        List<Long> served = servers.stream()
                .map(uuid -> reads.stream()
                        .filter(each -> each.server().equals(uuid))
                        .count())
                .toList();
        long[] nanos = reads.stream().mapToLong(Read::nanos).sorted().toArray();
        return new Interval(
                seconds(fromNanos),
                seconds(toNanos),
                served.get(0),
                served.subList(1, served.size()),
                reads.stream().filter(Read::isStale).count(),
                percentile(nanos, 50),
                percentile(nanos, 99));
    }

    /** By the nearest rank, in milliseconds. */
    private static double percentile(long[] sorted, int percentile) {
        return sorted.length == 0 ? 0 : sorted[(sorted.length * percentile + 99) / 100 - 1] / NANOS_PER_MILLI;
    }

    /** Of each step the stale read that came longest after what it lacked was confirmed. */
    private List<StaleExample> examples(List<Read> reads) {
        List<StaleExample> stale = new ArrayList<>();
        for (Read each : reads) {
            Missed missed = each.missed();
            if (missed != null) {
                stale.add(example(each, missed));
            }
        }
        return bands.stream()
                .flatMap(band -> stale.stream()
                        .filter(each -> band.contains(each.readAt()))
                        .max(Comparator.comparingDouble(StaleExample::age))
                        .stream())
                .toList();
    }

    private StaleExample example(Read read, Missed missed) {
        int server = servers.indexOf(read.server());
        return new StaleExample(
                read.customer(),
                missed.order(),
                missed.payment(),
                server == 0 ? "the primary" : "replica " + (server - 1),
                seconds(missed.confirmedNanos()),
                seconds(read.beganNanos()));
    }

    private double seconds(long nanos) {
        return (nanos - startNanos) / NANOS_PER_SECOND;
    }
}
