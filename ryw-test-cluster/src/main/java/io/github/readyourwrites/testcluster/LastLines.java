package io.github.readyourwrites.testcluster;

import java.util.List;

/** The end of a server's log. */
final class LastLines {

    private LastLines() {}

    /** The last lines of a text, worded to follow a sentence. */
    static String of(String log, int number) {
        List<String> lines = log.lines().toList();
        return "The last lines of its log:\n"
                + String.join("\n", lines.subList(Math.max(0, lines.size() - number), lines.size()));
    }
}
