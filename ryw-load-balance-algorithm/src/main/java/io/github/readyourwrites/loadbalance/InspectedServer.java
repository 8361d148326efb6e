package io.github.readyourwrites.loadbalance;

import static java.util.Objects.requireNonNull;

import io.github.readyourwrites.replica.ServerEndpoint;
import io.github.readyourwrites.replica.ServerInspection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A data source of a group, and what its server told at start. Immutable.
 *
 * @param dataSource the data source
 * @param endpoint how monitors reach it
 * @param inspection what the server told, or null if it did not answer
 * @param failure why it did not answer, or null if it did
 */
record InspectedServer(
        DataSourceDescriptor dataSource,
        ServerEndpoint endpoint,
        @Nullable ServerInspection inspection,
        @Nullable SQLException failure) {

    boolean isReachable() {
        return inspection != null;
    }

    /** What a reachable server told. */
    ServerInspection told() {
        return requireNonNull(inspection);
    }

    /** Why a server did not answer: the driver's words and those of the cause, each in one line. */
    String reason() {
        Throwable ex = requireNonNull(failure);
        String result = firstLine(ex);
        while (ex.getCause() != null) {
            ex = ex.getCause();
        }
        return ex == failure || result.equals(firstLine(ex)) ? result : result + " (" + firstLine(ex) + ")";
    }

    private static String firstLine(Throwable ex) {
        return String.valueOf(ex.getMessage()).lines().findFirst().orElse("");
    }

    /** Name and address, as findings say them. */
    String place() {
        return "`" + dataSource.name() + "` (" + endpoint.address() + ")";
    }
}
