package io.github.readyourwrites.prove.history;

import java.util.ArrayList;
import java.util.Comparator;
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

    private final Obligations obligations;

    private final Map<Integer, Set<Long>> attempted = new HashMap<>();

    /** What a read that has begun, and not ended yet, must see. */
    private final Map<Read, List<Requirement>> begun = new IdentityHashMap<>();

    private final List<Violation> violations = new ArrayList<>();

    private long checkedReads;

    private HistoryChecker(List<Event> events, Promises promises, Map<Integer, Set<Long>> present) {
        this.events = events;
        this.promises = promises;
        survivors = new Survivors(present, events);
        obligations = new Obligations(survivors);
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
        List<Point> points = Point.of(events, promises.eventualBound());
        points.sort(Comparator.comparingLong(Point::time).thenComparing(Point::phase));
        for (Point each : points) {
            pass(each);
        }
        checkDurability();
        return new Verdict(checkedReads, violations);
    }

    private void pass(Point point) {
        Event event = point.event();
        switch (point.phase()) {
            case LOSS_REPORTED -> obligations.reportLost((LossReport) event);
            case READ_BEGINS -> begun.put((Read) event, obligations.of((Read) event, promises));
            case TAKEN -> obligations.take((Handover) event);
            case WRITE_BEGINS ->
                attempted
                        .computeIfAbsent(((Write) event).key(), key -> new HashSet<>())
                        .add(((Write) event).version());
            case READ_ENDS -> judge((Read) event);
            case ACKNOWLEDGED -> obligations.acknowledge((Write) event);
            case MERGED -> obligations.merge((Handover) event);
            case AGED -> obligations.age((Write) event);
        }
    }

    private void judge(Read read) {
        checkedReads++;
        if (read.version() != 0 && !attempted.getOrDefault(read.key(), Set.of()).contains(read.version())) {
            violations.add(new Violation(Rule.NO_INVENTION, 0, List.of(read)));
        }
        for (Requirement each : Objects.requireNonNull(begun.remove(read))) {
            Known known = obligations.hasLostSince(read) ? each.surviving() : each.all();
            if (known != null && read.version() < known.version()) {
                violations.add(known.missedBy(read, each.rule()));
                break;
            }
        }
        obligations.seen(read);
    }

    private void checkDurability() {
        Map<String, Long> reported = new HashMap<>();
        Set<String> instances = new TreeSet<>();
        for (Event each : events) {
            if (each instanceof LossReport report) {
                reported.merge(report.instance(), report.transactions(), Long::sum);
            } else if (each instanceof Write write) {
                instances.add(write.instance());
            }
        }
        for (String each : instances) {
            List<Write> lost = survivors.lost(each, events);
            if (lost.size() > reported.getOrDefault(each, 0L)) {
                violations.add(new Violation(Rule.DURABILITY, lost.get(0).version(), List.of(lost.get(0))));
            }
        }
    }
}
