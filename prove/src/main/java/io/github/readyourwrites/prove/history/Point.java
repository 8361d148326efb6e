package io.github.readyourwrites.prove.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A moment at which an event counts for something. */
record Point(long time, Phase phase, Event event) {

    /** Of points at one time the first is passed first: what makes demands comes before what raises them. */
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

    static List<Point> of(List<Event> events, @Nullable Duration eventualBound) {
        List<Point> result = new ArrayList<>(2 * events.size());
        for (Event each : events) {
            if (each instanceof Read) {
                result.add(new Point(each.begin(), Phase.READ_BEGINS, each));
                result.add(new Point(each.end(), Phase.READ_ENDS, each));
            } else if (each instanceof Handover) {
                result.add(new Point(each.begin(), Phase.TAKEN, each));
                result.add(new Point(each.end(), Phase.MERGED, each));
            } else if (each instanceof LossReport) {
                result.add(new Point(each.begin(), Phase.LOSS_REPORTED, each));
            } else if (each instanceof Write write) {
                result.add(new Point(each.begin(), Phase.WRITE_BEGINS, each));
                if (write.isAcknowledged()) {
                    result.add(new Point(each.end(), Phase.ACKNOWLEDGED, each));
                    if (eventualBound != null) {
                        result.add(new Point(each.end() + eventualBound.toNanos(), Phase.AGED, each));
                    }
                }
            }
        }
        return result;
    }
}
