package io.github.readyourwrites.prove.history;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A history in the order of time: each event is passed when it begins, when it ends, and an acknowledged write once more when
 * it is old. Holds two sorted arrays and nothing per moment.
 */
final class Timeline {

    private final Event[] byBegin;

    private final Event[] byEnd;

    /** Nanoseconds; negative if nothing grows old. */
    private final long age;

    Timeline(List<Event> events, long age) {
        this.age = age;
        byBegin = sorted(events, Event::begin, Timeline::atBegin);
        byEnd = sorted(events, Event::end, Timeline::atEnd);
    }

    private static Event[] sorted(
            List<Event> events, ToLongFunction<Event> time, Function<Event, @Nullable Phase> phase) {
        Event[] result =
                events.stream().filter(each -> phase.apply(each) != null).toArray(Event[]::new);
        Arrays.sort(result, Comparator.comparingLong(time).thenComparing(phase));
        return result;
    }

    void walk(Visitor visitor) {
        List<Cursor> cursors = List.of(
                new Cursor(byBegin, Event::begin, Timeline::atBegin),
                new Cursor(byEnd, Event::end, Timeline::atEnd),
                new Cursor(age < 0 ? new Event[0] : byEnd, each -> each.end() + age, Timeline::whenOld));
        for (Cursor next = first(cursors); next != null; next = first(cursors)) {
            visitor.pass(next.phase(), next.event());
            next.advance();
        }
    }

    private static @Nullable Cursor first(List<Cursor> cursors) {
        Cursor result = null;
        for (Cursor each : cursors) {
            if (!each.isAtEnd() && (result == null || each.isBefore(result))) {
                result = each;
            }
        }
        return result;
    }

    private static @Nullable Phase atBegin(Event event) {
        if (event instanceof Read) {
            return Phase.READ_BEGINS;
        }
        if (event instanceof Write) {
            return Phase.WRITE_BEGINS;
        }
        return event instanceof LossReport ? Phase.LOSS_REPORTED : Phase.TAKEN;
    }

    private static @Nullable Phase atEnd(Event event) {
        if (event instanceof Read) {
            return Phase.READ_ENDS;
        }
        if (event instanceof Write write) {
            return write.isAcknowledged() ? Phase.ACKNOWLEDGED : null;
        }
        return event instanceof LossReport ? null : Phase.MERGED;
    }

    private static @Nullable Phase whenOld(Event event) {
        return event instanceof Write ? Phase.AGED : null;
    }

    /** Of moments at one time the first is passed first: what makes demands comes before what raises them. */
    enum Phase {
        LOSS_REPORTED,
        READ_BEGINS,
        TAKEN,
        WRITE_BEGINS,
        READ_ENDS,
        ACKNOWLEDGED,
        MERGED,
        AGED
    }

    /** Is shown every moment. */
    @FunctionalInterface
    interface Visitor {
        void pass(Phase phase, Event event);
    }

    /** A place in one of the orders; stops at events only that have a phase in it. */
    private static final class Cursor {

        private final Event[] events;

        private final ToLongFunction<Event> time;

        private final Function<Event, @Nullable Phase> phases;

        private int index = -1;

        private long now;

        private @Nullable Phase phase;

        Cursor(Event[] events, ToLongFunction<Event> time, Function<Event, @Nullable Phase> phases) {
            this.events = events;
            this.time = time;
            this.phases = phases;
            advance();
        }

        void advance() {
            phase = null;
            while (phase == null && ++index < events.length) {
                phase = phases.apply(events[index]);
                now = time.applyAsLong(events[index]);
            }
        }

        boolean isAtEnd() {
            return phase == null;
        }

        Event event() {
            return events[index];
        }

        Phase phase() {
            if (phase == null) {
                throw new IllegalStateException("at the end");
            }
            return phase;
        }

        boolean isBefore(Cursor other) {
            return now != other.now ? now < other.now : phase().compareTo(other.phase()) < 0;
        }
    }
}
