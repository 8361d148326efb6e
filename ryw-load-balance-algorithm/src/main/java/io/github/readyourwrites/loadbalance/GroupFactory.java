package io.github.readyourwrites.loadbalance;

import java.sql.SQLException;

/** Makes groups; the check at start is its task. */
@FunctionalInterface
interface GroupFactory {

    /**
     * Checks a group's servers and starts to watch them.
     *
     * @param descriptor the group as configured
     * @return the group, to be closed by the caller
     * @throws SQLException if the group may not be used; nothing of it stays open then
     */
    Group create(GroupDescriptor descriptor) throws SQLException;
}
