package io.github.readyourwrites.freshness;

import org.jspecify.annotations.Nullable;

/**
 * A read of the database, which can be done again. Opens no session of its own.
 *
 * @param <T> what it gives
 * @param <E> how it may fail
 */
@FunctionalInterface
public interface Read<T extends @Nullable Object, E extends Exception> {

    T run() throws E;
}
