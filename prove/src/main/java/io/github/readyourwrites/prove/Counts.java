package io.github.readyourwrites.prove;

/**
 * What a JVM has done so far.
 *
 * @param failures statements that were answered with an error
 * @param unsaved sessions whose close said that they could not be saved
 */
record Counts(long reads, long writes, long failures, long unsaved) {

    static final Counts NONE = new Counts(0, 0, 0, 0);

    Counts plus(Counts other) {
        return new Counts(
                reads + other.reads, writes + other.writes, failures + other.failures, unsaved + other.unsaved);
    }

    String toLine() {
        return reads + " " + writes + " " + failures + " " + unsaved;
    }

    static Counts parse(String line) {
        String[] parts = line.split(" ", 4);
        return new Counts(
                Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]), Long.parseLong(parts[3]));
    }
}
