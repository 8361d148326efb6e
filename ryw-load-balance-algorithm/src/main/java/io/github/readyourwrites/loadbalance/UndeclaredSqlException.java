package io.github.readyourwrites.loadbalance;

import java.sql.SQLException;

/**
 * The one place that throws an {@link SQLException} through a ShardingSphere interface that declares none. ShardingSphere
 * hands such an exception to the application as it is, from its worker threads too, whereas an unchecked one arrives as
 * "Unknown exception" without its cause.
 */
final class UndeclaredSqlException {
    private UndeclaredSqlException() {}

    /**
     * Throws {@code ex} itself.
     *
     * @param ex what the application is to see
     * @return nothing; declared so that a caller can write {@code throw}
     */
    static RuntimeException raise(SQLException ex) {
        return UndeclaredSqlException.<RuntimeException>raiseAs(ex);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T raiseAs(SQLException ex) throws T {
        throw (T) ex;
    }
}
