package io.github.readyourwrites.prove;

import io.github.readyourwrites.prove.history.Event;
import io.github.readyourwrites.prove.history.Read;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** All that happened. Thread-safe. */
final class Journal {

    private final ConcurrentLinkedQueue<Event> events = new ConcurrentLinkedQueue<>();

    private final LongAdder reads = new LongAdder();

    private final LongAdder failures = new LongAdder();

    void add(Event event) {
        events.add(event);
        if (event instanceof Read) {
            reads.increment();
        }
    }

    /** A statement was answered with an error, which no rule forbids. */
    void failed() {
        failures.increment();
    }

    long reads() {
        return reads.sum();
    }

    long failures() {
        return failures.sum();
    }

    List<Event> events() {
        return new ArrayList<>(events);
    }
}
