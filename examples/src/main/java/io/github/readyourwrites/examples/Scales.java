package io.github.readyourwrites.examples;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * The scales on which all strategies are drawn.
 *
 * @param seconds of the longest run
 * @param lag in seconds
 * @param reads in reads per second, stale ones negative
 * @param latency in milliseconds
 */
record Scales(double seconds, Axis lag, Axis reads, Axis latency) {

    static Scales of(List<Recording> recordings) {
        List<Timeline> timelines = recordings.stream().map(Recording::timeline).toList();
        return new Scales(
                timelines.stream().mapToDouble(Timeline::seconds).max().orElse(1),
                Axis.linear(0, max(1, timelines.stream().mapToDouble(Timeline::highestLag))),
                Axis.linear(
                        -max(0, intervals(timelines, each -> each.stale() / each.seconds())) - 20,
                        max(1, intervals(timelines, each -> each.reads() / each.seconds()))),
                Axis.logarithmic(
                        intervals(timelines, Interval::p50Millis)
                                .filter(each -> each > 0)
                                .min()
                                .orElse(1),
                        max(1, intervals(timelines, Interval::p99Millis))));
    }

    private static DoubleStream intervals(List<Timeline> timelines, ToDoubleFunction<Interval> value) {
        return timelines.stream().flatMap(each -> each.intervals().stream()).mapToDouble(value);
    }

    private static double max(double least, DoubleStream values) {
        return Math.max(least, values.max().orElse(least));
    }
}
