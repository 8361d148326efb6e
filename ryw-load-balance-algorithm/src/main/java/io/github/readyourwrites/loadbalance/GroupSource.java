package io.github.readyourwrites.loadbalance;

import java.sql.SQLException;
import java.util.List;

/** Reads the groups that one ShardingSphere data source has at this moment. Thread-safe. */
@FunctionalInterface
interface GroupSource {

    /**
     * Returns every group that uses our algorithm.
     *
     * @throws SQLException if a rule names what does not exist
     */
    List<Definition> definitions() throws SQLException;

    /**
     * A group and the load balancer that ShardingSphere asks for it.
     *
     * @param algorithm the instance; a rule that was rebuilt has another one
     * @param descriptor the group
     */
    record Definition(Object algorithm, GroupDescriptor descriptor) {
        boolean isFor(Object otherAlgorithm, String groupName) {
            return algorithm == otherAlgorithm && descriptor.name().equals(groupName);
        }
    }
}
