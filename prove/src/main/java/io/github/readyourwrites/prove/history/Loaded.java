package io.github.readyourwrites.prove.history;

/**
 * A session was opened. Its reads that begin after {@link #end} must see what any JVM had {@link Saved saved} of it before
 * {@link #begin}.
 */
public record Loaded(String instance, String session, long begin, long end) implements Event {}
