package io.github.readyourwrites.prove;

/**
 * A token on its way to a JVM.
 *
 * @param takenNanos before it was taken
 */
record Letter(String fromInstance, String fromSession, long takenNanos, String token) {

    String toLine() {
        return fromInstance + " " + fromSession + " " + takenNanos + " " + token;
    }

    static Letter parse(String line) {
        String[] parts = line.split(" ", 4);
        return new Letter(parts[0], parts[1], Long.parseLong(parts[2]), parts[3]);
    }
}
