package io.github.readyourwrites.prove.history;

import io.github.readyourwrites.session.ConsistencyLevel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Who has to see what, as of now. */
final class Obligations {

    private static final String NO_SESSION = "";

    private final Survivors survivors;

    private final Reports reports;

    private final Promises promises;

    /** By instance and session; the empty session is what an instance wrote outside any. */
    private final Map<String, Map<String, Floors>> written = new HashMap<>();

    /** By instance and session. */
    private final Map<String, Map<String, Floors>> seen = new HashMap<>();

    private final Map<String, Floors> byInstance = new HashMap<>();

    private final Floors byAnybody = new Floors();

    private final Floors longAgo = new Floors();

    /** By session. */
    private final Map<String, Floors> stored = new HashMap<>();

    /** What is on its way from one session to another, or to the store and back. */
    private final Map<Event, Floors> taken = new IdentityHashMap<>();

    Obligations(Survivors survivors, Reports reports, Promises promises) {
        this.survivors = survivors;
        this.reports = reports;
        this.promises = promises;
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
        if (!survives && reports.isAnyWithin(write.instance(), write.begin(), write.end())) {
            // Acknowledged by the old primary, and that was noticed after it had been reported.
            return;
        }
        of(written, write.instance(), write.session()).raise(write.key(), known, survives);
        ofInstance(write.instance()).raise(write.key(), known, survives);
        byAnybody.raise(write.key(), known, survives);
    }

    /** The bound of EVENTUAL reads has passed since. */
    void age(Write write) {
        longAgo.raise(write.key(), Known.of(write), survivors.contains(write));
    }

    void take(Event event) {
        if (event instanceof Handover handover) {
            taken.put(
                    event,
                    of(written, handover.fromInstance(), handover.fromSession()).copy());
        } else if (event instanceof Saved saved) {
            taken.put(event, of(written, saved.instance(), saved.session()).copy());
        } else if (event instanceof Loaded loaded) {
            Floors floors = stored.get(loaded.session());
            taken.put(event, floors == null ? new Floors() : floors.copy());
        }
    }

    /** A JVM cannot know that what another one has written is lost, nor has to see it then. */
    void merge(Event event) {
        Floors given = Objects.requireNonNull(taken.remove(event));
        if (event instanceof Handover handover) {
            boolean survivingOnly = !handover.fromInstance().equals(handover.instance())
                    || reports.isAnyWithin(handover.instance(), handover.begin(), handover.end());
            of(written, handover.instance(), handover.session()).raiseThrough(event, given, survivingOnly);
        } else if (event instanceof Saved saved) {
            stored.computeIfAbsent(saved.session(), key -> new Floors()).raiseThrough(event, given, true);
        } else if (event instanceof Loaded loaded) {
            of(written, loaded.instance(), loaded.session()).raiseThrough(event, given, true);
        }
    }

    void seen(Read read) {
        boolean isLasting = read.uncommitted() == 0 && survivors.containsVersion(read.key(), read.version());
        if (isMonotonic(read) && isLasting) {
            of(seen, read.instance(), read.session()).raise(read.key(), Known.of(read), true);
        }
    }

    private boolean isMonotonic(Read read) {
        return promises.monotonicInstances().contains(read.instance())
                && !read.session().isEmpty()
                && read.level() != ConsistencyLevel.EVENTUAL;
    }

    void reportLost(LossReport report) {
        written.getOrDefault(report.instance(), Map.of()).values().forEach(Floors::reportLost);
        ofInstance(report.instance()).reportLost();
    }

    /** What a read that begins now must see, the rule that is told first at the front. */
    List<Requirement> of(Read read) {
        List<Requirement> result = new ArrayList<>(4);
        if (read.uncommitted() != 0) {
            Known own = new Known(read.uncommitted(), read, List.of());
            result.add(new Requirement(Rule.OWN_TRANSACTION, own, own));
        }
        ConsistencyLevel level = read.session().isEmpty() && read.level() == ConsistencyLevel.SESSION
                ? ConsistencyLevel.INSTANCE
                : read.level();
        int key = read.key();
        if (level == ConsistencyLevel.EVENTUAL) {
            addSurviving(result, Rule.BOUNDED_STALENESS, longAgo.findSurviving(key));
            return result;
        }
        add(result, Rule.READ_YOUR_WRITES, of(written, read.instance(), read.session()), key);
        add(result, Rule.INSTANCE, of(written, read.instance(), NO_SESSION), key);
        if (level == ConsistencyLevel.INSTANCE || level == ConsistencyLevel.STRONG) {
            add(result, Rule.INSTANCE, ofInstance(read.instance()), key);
        }
        if (level == ConsistencyLevel.STRONG) {
            addSurviving(result, Rule.STRONG, byAnybody.findSurviving(key));
        }
        if (isMonotonic(read)) {
            addSurviving(
                    result,
                    Rule.MONOTONIC_READS,
                    of(seen, read.instance(), read.session()).findSurviving(key));
        }
        return result;
    }

    private static void add(List<Requirement> requirements, Rule rule, Floors floors, int key) {
        if (floors.find(key) != null) {
            requirements.add(Requirement.of(rule, floors, key));
        }
    }

    private static void addSurviving(List<Requirement> requirements, Rule rule, @Nullable Known known) {
        if (known != null) {
            requirements.add(new Requirement(rule, known, known));
        }
    }
}
