package io.github.readyourwrites.prove.history;

import io.github.readyourwrites.session.ConsistencyLevel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A history of one key, told in milliseconds. Whatever was written is there at the end, unless it is said to be lost. */
final class HistoryFixture {

    private static final int KEY = 1;

    private final List<Event> events = new ArrayList<>();

    private final Map<Integer, Set<Long>> present = new HashMap<>(Map.of(KEY, new HashSet<>()));

    private boolean monotonicReads;

    private Duration bound = Duration.ofDays(1);

    private static long nanos(long milliseconds) {
        return TimeUnit.MILLISECONDS.toNanos(milliseconds);
    }

    HistoryFixture write(String who, long version, long begin, long end) {
        return write(who, version, begin, end, Outcome.ACKNOWLEDGED);
    }

    HistoryFixture write(String who, long version, long begin, long end, Outcome outcome) {
        return add(who, version, begin, end, outcome, true);
    }

    HistoryFixture noOpWrite(String who, long version, long begin, long end) {
        return add(who, version, begin, end, Outcome.ACKNOWLEDGED, false);
    }

    private HistoryFixture add(String who, long version, long begin, long end, Outcome outcome, boolean changed) {
        String[] parts = who.split("/", -1);
        events.add(new Write(parts[0], parts[1], KEY, version, nanos(begin), nanos(end), outcome, changed));
        if (changed && outcome != Outcome.FAILED) {
            present.computeIfAbsent(KEY, key -> new HashSet<>()).add(version);
        }
        return this;
    }

    HistoryFixture read(String who, long version, long begin, long end) {
        return read(who, version, begin, end, ConsistencyLevel.SESSION);
    }

    HistoryFixture read(String who, long version, long begin, long end, ConsistencyLevel level) {
        String[] parts = who.split("/", -1);
        events.add(new Read(parts[0], parts[1], KEY, version, nanos(begin), nanos(end), 0, false, level, "read_ds_0"));
        return this;
    }

    HistoryFixture readInTransaction(String who, long version, long uncommitted, long begin, long end) {
        String[] parts = who.split("/", -1);
        events.add(new Read(
                parts[0],
                parts[1],
                KEY,
                version,
                nanos(begin),
                nanos(end),
                uncommitted,
                true,
                ConsistencyLevel.SESSION,
                "write_ds"));
        return this;
    }

    HistoryFixture handover(String from, String to, long begin, long end) {
        String[] giver = from.split("/", -1);
        String[] receiver = to.split("/", -1);
        events.add(new Handover(giver[0], giver[1], receiver[0], receiver[1], nanos(begin), nanos(end)));
        return this;
    }

    HistoryFixture lose(long version) {
        present.getOrDefault(KEY, Set.of()).remove(version);
        return this;
    }

    HistoryFixture reportLoss(String instance, long transactions, long time) {
        events.add(new LossReport(instance, transactions, nanos(time)));
        return this;
    }

    HistoryFixture save(String who, long begin, long end) {
        String[] parts = who.split("/", -1);
        events.add(new Saved(parts[0], parts[1], nanos(begin), nanos(end)));
        return this;
    }

    HistoryFixture load(String who, long begin, long end) {
        String[] parts = who.split("/", -1);
        events.add(new Loaded(parts[0], parts[1], nanos(begin), nanos(end)));
        return this;
    }

    HistoryFixture monotonicReads() {
        monotonicReads = true;
        return this;
    }

    HistoryFixture bound(long milliseconds) {
        bound = Duration.ofMillis(milliseconds);
        return this;
    }

    Verdict check() {
        return HistoryChecker.check(
                events, new Promises(monotonicReads ? Set.of("a") : Set.of(), bound, Duration.ofMillis(2)), present);
    }

    /** The rules that were violated. */
    List<Rule> violated() {
        return check().violations().stream().map(Violation::rule).toList();
    }
}
