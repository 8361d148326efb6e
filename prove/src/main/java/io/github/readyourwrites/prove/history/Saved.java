package io.github.readyourwrites.prove.history;

/**
 * A session was closed and its close did not fail: the store has what it had to see before {@link #begin}.
 *
 * @param session the same name is the same session in all JVMs
 * @param end the store had acknowledged it
 */
public record Saved(String instance, String session, long begin, long end) implements Event {}
