package io.github.readyourwrites.examples;

import java.util.List;

/**
 * What an application does so that customers see their own writes. One object per run, used by all threads; what it
 * opens is closed on the same thread.
 */
interface Strategy {

    /** What the results call it. */
    String name();

    /** The type of ShardingSphere's load balancer. */
    default String loadBalancer() {
        return "ROUND_ROBIN";
    }

    /** What the strategy adds to the JDBC URL of the primary, each {@code key=value}. */
    default List<String> primaryUrlParameters() {
        return List.of();
    }

    /** Surrounds all that one request of a customer does. */
    default Scope openRequest(long customer) {
        return Scope.NONE;
    }

    /** Surrounds one read of a customer. */
    default Scope openRead(long customer) {
        return Scope.NONE;
    }

    /** A write of the customer was acknowledged. */
    default void wrote(long customer) {}

    /** Ends what was opened. */
    interface Scope extends AutoCloseable {

        Scope NONE = () -> {};

        @Override
        void close();
    }
}
