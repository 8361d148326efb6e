package io.github.readyourwrites.prove.history;

import java.util.ArrayList;
import java.util.List;

/** A version that must be seen, and where that is known from: a write or a read, and how it got here. */
record Known(long version, Event origin, List<Event> path) {

    static Known of(Write write) {
        return new Known(write.version(), write, List.of());
    }

    static Known of(Read read) {
        return new Known(read.version(), read, List.of());
    }

    Known through(Event way) {
        List<Event> longer = new ArrayList<>(path);
        longer.add(way);
        return new Known(version, origin, List.copyOf(longer));
    }

    /** The fewest events that show that {@code read} missed this. */
    Violation missedBy(Read read, Rule rule) {
        List<Event> excerpt = new ArrayList<>();
        excerpt.add(origin);
        excerpt.addAll(path);
        if (read != origin) {
            excerpt.add(read);
        }
        return new Violation(rule, version, excerpt);
    }
}
