package io.github.readyourwrites.prove.history;

import java.util.List;

/**
 * One violation and the fewest events that show it, in the order of time.
 *
 * @param required the version that had to be seen
 */
public record Violation(Rule rule, long required, List<Event> excerpt) {

    /** Lines for people: times are milliseconds since the first event of the excerpt. */
    @Override
    public String toString() {
        StringBuilder result = new StringBuilder(rule.name())
                .append(": version ")
                .append(required)
                .append(" or a later one had to be there");
        long start = excerpt.stream().mapToLong(Event::begin).min().orElse(0);
        for (Event each : excerpt) {
            result.append(String.format(
                    "%n  %9.3f to %9.3f ms  %s", (each.begin() - start) / 1e6, (each.end() - start) / 1e6, line(each)));
        }
        return result.toString();
    }

    private static String line(Event event) {
        if (event instanceof Write write) {
            return who(write.instance(), write.session()) + " writes key " + write.key() + " version " + write.version()
                    + ", " + write.outcome();
        }
        if (event instanceof Read read) {
            return who(read.instance(), read.session()) + " reads key " + read.key() + " version " + read.version()
                    + ", " + read.level() + ", from " + read.servedBy();
        }
        if (event instanceof Handover handover) {
            return who(handover.fromInstance(), handover.fromSession()) + " hands over to "
                    + who(handover.instance(), handover.session()) + " by a token";
        }
        if (event instanceof Saved saved) {
            return who(saved.instance(), saved.session()) + " is saved";
        }
        if (event instanceof Loaded loaded) {
            return who(loaded.instance(), loaded.session()) + " is opened";
        }
        return event.toString();
    }

    private static String who(String instance, String session) {
        return instance + '/' + (session.isEmpty() ? "no session" : session);
    }
}
