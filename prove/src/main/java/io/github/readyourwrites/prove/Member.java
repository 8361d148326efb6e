package io.github.readyourwrites.prove;

import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;

/** A JVM of the application, this one or another. */
interface Member extends AutoCloseable {

    /** Lets its clients work until {@code endNanos} on the clock of all JVMs. */
    void begin(long endNanos) throws IOException;

    /** Gives it a token of another one. */
    void deliver(Letter letter);

    Counts counts();

    /** Blocks until all clients have ended. */
    void awaitEnd() throws ExecutionException, InterruptedException;

    /** Blocks until its plugin has seen the primary as it is now, so that nothing is left to be reported. */
    void settle() throws IOException, ExecutionException, InterruptedException;

    /** Ends it; its history is complete then. */
    @Override
    void close() throws IOException, SQLException;
}
