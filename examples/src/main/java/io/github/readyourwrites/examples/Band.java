package io.github.readyourwrites.examples;

/**
 * A step of the script as it was played.
 *
 * @param from in seconds since the run began
 * @param to in seconds since the run began
 */
record Band(String label, double from, double to) {

    boolean contains(double seconds) {
        return seconds >= from && seconds < to;
    }
}
