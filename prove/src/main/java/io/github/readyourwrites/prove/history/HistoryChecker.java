package io.github.readyourwrites.prove.history;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Goes through a history once, in the order of time, and tells what was violated. Whatever overlaps in time may have
 * happened in either order, and is judged in favour of the plugin. Confined to one thread.
 */
public final class HistoryChecker {

    private final List<Event> events;

    private final Promises promises;

    private final Survivors survivors;

    private final Reports reports;

    private final Obligations obligations;

    private final Map<Integer, Set<Long>> attempted = new HashMap<>();

    /** What a read that has begun, and not ended yet, must see. */
    private final Map<Event, List<Requirement>> begun = new IdentityHashMap<>();

    private final List<Violation> violations = new ArrayList<>();

    private final Map<Rule, Long> checks = new EnumMap<>(Rule.class);

    private long checkedReads;

    private HistoryChecker(List<Event> events, Promises promises, Map<Integer, Set<Long>> present) {
        this.events = events;
        this.promises = promises;
        survivors = new Survivors(present, events);
        reports = new Reports(events);
        obligations = new Obligations(survivors, reports, promises);
    }

    /**
     * Checks a whole history.
     *
     * @param events in any order
     * @param present the versions that are there at the end, by key, of all writes that changed something
     */
    public static Verdict check(List<Event> events, Promises promises, Map<Integer, Set<Long>> present) {
        return new HistoryChecker(events, promises, present).run();
    }

    private Verdict run() {
        long age =
                promises.eventualBound() == null ? -1 : promises.eventualBound().toNanos();
        new Timeline(events, age).walk(this::pass);
        checkDurability();
        return new Verdict(checkedReads, checks, violations);
    }

    private void pass(Timeline.Phase phase, Event event) {
        switch (phase) {
            case LOSS_REPORTED -> obligations.reportLost((LossReport) event);
            case READ_BEGINS -> begun.put(event, obligations.of((Read) event));
            case TAKEN -> obligations.take(event);
            case WRITE_BEGINS -> attempt((Write) event);
            case READ_ENDS -> judge((Read) event);
            case ACKNOWLEDGED -> obligations.acknowledge((Write) event);
            case MERGED -> obligations.merge(event);
            case AGED -> obligations.age((Write) event);
        }
    }

    private void attempt(Write write) {
        attempted.computeIfAbsent(write.key(), key -> new HashSet<>()).add(write.version());
    }

    private void judge(Read read) {
        checkedReads++;
        if (read.version() != 0 && !attempted.getOrDefault(read.key(), Set.of()).contains(read.version())) {
            violations.add(new Violation(Rule.NO_INVENTION, 0, List.of(read)));
        }
        boolean isExcused = read.onPrimary()
                || reports.isAnyWithin(
                        read.instance(),
                        read.begin(),
                        read.end() + promises.reportDelay().toNanos());
        boolean isRight = true;
        for (Requirement each : Objects.requireNonNull(begun.remove(read))) {
            checks.merge(each.rule(), 1L, Long::sum);
            Known known = isExcused ? each.surviving() : each.all();
            if (isRight && known != null && read.version() < known.version()) {
                violations.add(known.missedBy(read, each.rule()));
                isRight = false;
            }
        }
        obligations.seen(read);
    }

    private void checkDurability() {
        Set<String> instances = new TreeSet<>();
        for (Event each : events) {
            if (each instanceof Write write) {
                instances.add(write.instance());
                if (write.isAcknowledged()) {
                    checks.merge(Rule.DURABILITY, 1L, Long::sum);
                }
            }
        }
        for (String each : instances) {
            List<Write> lost = survivors.lost(each, events);
            if (lost.size() > reports.transactions(each)) {
                violations.add(new Violation(Rule.DURABILITY, lost.get(0).version(), List.of(lost.get(0))));
            }
        }
    }
}
