package io.github.readyourwrites.testcluster;

import org.jspecify.annotations.Nullable;

/** A cluster that could not be started, a server that did not do what was asked, or a wait that ran out of time. */
public final class MySqlClusterException extends RuntimeException {

    MySqlClusterException(String message) {
        super(message);
    }

    MySqlClusterException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
