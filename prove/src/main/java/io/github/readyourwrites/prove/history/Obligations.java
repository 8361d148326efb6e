package io.github.readyourwrites.prove.history;

import io.github.readyourwrites.session.ConsistencyLevel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Who has to see what, as of now. */
final class Obligations {

    private static final String NO_SESSION = "";

    private final Survivors survivors;

    /** By instance and session; the empty session is what an instance wrote outside any. */
    private final Map<String, Map<String, Floors>> written = new HashMap<>();

    /** By instance and session. */
    private final Map<String, Map<String, Floors>> seen = new HashMap<>();

    private final Map<String, Floors> byInstance = new HashMap<>();

    private final Floors byAnybody = new Floors();

    private final Floors longAgo = new Floors();

    private final Map<Handover, Floors> taken = new IdentityHashMap<>();

    private final Map<String, Long> lastReports = new HashMap<>();

    Obligations(Survivors survivors) {
        this.survivors = survivors;
    }

    private static Floors of(Map<String, Map<String, Floors>> floors, String instance, String session) {
        return floors.computeIfAbsent(instance, key -> new HashMap<>()).computeIfAbsent(session, key -> new Floors());
    }

    private Floors ofInstance(String instance) {
        return byInstance.computeIfAbsent(instance, key -> new Floors());
    }

    void acknowledge(Write write) {
        Known known = Known.of(write);
        boolean survives = survivors.contains(write);
        of(written, write.instance(), write.session()).raise(write.key(), known, survives);
        ofInstance(write.instance()).raise(write.key(), known, survives);
        byAnybody.raise(write.key(), known, survives);
    }

    /** The bound of EVENTUAL reads has passed since. */
    void age(Write write) {
        longAgo.raise(write.key(), Known.of(write), survivors.contains(write));
    }

    void take(Handover handover) {
        taken.put(
                handover,
                of(written, handover.fromInstance(), handover.fromSession()).copy());
    }

    void merge(Handover handover) {
        Floors given = Objects.requireNonNull(taken.remove(handover));
        boolean reportedSince = lastReports.containsKey(handover.instance());
        of(written, handover.instance(), handover.session()).raiseThrough(handover, given, reportedSince);
    }

    void seen(Read read) {
        // What is there at the end is known of writes only: a seen version that is gone is excused by a report.
        of(seen, read.instance(), read.session())
                .raise(read.key(), Known.of(read), survivors.containsVersion(read.key(), read.version()));
    }

    void reportLost(LossReport report) {
        lastReports.put(report.instance(), report.begin());
        written.getOrDefault(report.instance(), Map.of()).values().forEach(Floors::reportLost);
        seen.getOrDefault(report.instance(), Map.of()).values().forEach(Floors::reportLost);
        ofInstance(report.instance()).reportLost();
    }

    /** Whether the reader's JVM has reported lost writes since the read began. */
    boolean hasLostSince(Read read) {
        Long report = lastReports.get(read.instance());
        return report != null && report - read.begin() >= 0;
    }

    /** What a read that begins now must see, the rule that is told first at the front. */
    List<Requirement> of(Read read, Promises promises) {
        List<Requirement> result = new ArrayList<>();
        if (read.uncommitted() != 0) {
            Known own = new Known(read.uncommitted(), read, List.of());
            result.add(new Requirement(Rule.OWN_TRANSACTION, own, own));
        }
        ConsistencyLevel level = read.session().isEmpty() && read.level() == ConsistencyLevel.SESSION
                ? ConsistencyLevel.INSTANCE
                : read.level();
        int key = read.key();
        if (level != ConsistencyLevel.EVENTUAL) {
            add(result, Rule.READ_YOUR_WRITES, of(written, read.instance(), read.session()), key);
            add(result, Rule.INSTANCE, of(written, read.instance(), NO_SESSION), key);
        }
        if (level == ConsistencyLevel.INSTANCE || level == ConsistencyLevel.STRONG) {
            add(result, Rule.INSTANCE, ofInstance(read.instance()), key);
        }
        if (level == ConsistencyLevel.STRONG) {
            // A write of another JVM that a failover has lost cannot be known here.
            result.add(new Requirement(Rule.STRONG, byAnybody.findSurviving(key), byAnybody.findSurviving(key)));
        }
        if (promises.eventualBound() != null) {
            result.add(new Requirement(Rule.BOUNDED_STALENESS, longAgo.findSurviving(key), longAgo.findSurviving(key)));
        }
        if (promises.monotonicReads() && !read.session().isEmpty()) {
            add(result, Rule.MONOTONIC_READS, of(seen, read.instance(), read.session()), key);
        }
        return result;
    }

    private static void add(List<Requirement> requirements, Rule rule, Floors floors, int key) {
        if (floors.find(key) != null) {
            requirements.add(Requirement.of(rule, floors, key));
        }
    }
}
