package io.github.readyourwrites.examples;

import java.util.List;

/**
 * What an application does so that customers see their own writes. One object per run, used by all threads; what it
 * opens is closed on the same thread.
 */
interface Strategy {

    /** What the results call it. */
    String name();

    /** What it does, in a sentence or two for the report. */
    String description();

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

    /**
     * How many reads went where they went for which reason, where the strategy knows: the most frequent first. To be
     * asked while the data source is open.
     */
    default List<Decision> decisions() {
        return List.of();
    }

    /**
     * A reason for sending reads somewhere.
     *
     * @param reason a phrase for people
     * @param reads how many reads
     */
    record Decision(String reason, long reads) {}

    /** Ends what was opened. */
    interface Scope extends AutoCloseable {

        Scope NONE = () -> {};

        @Override
        void close();
    }
}
