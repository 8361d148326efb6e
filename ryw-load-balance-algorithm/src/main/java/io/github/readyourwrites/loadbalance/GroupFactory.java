package io.github.readyourwrites.loadbalance;

import java.sql.SQLException;

/** Makes groups, after a look at their servers. */
@FunctionalInterface
interface GroupFactory {

    /**
     * Looks at a group's servers, before anything is built on them. Opens nothing that stays, and never throws for what
     * it finds. Blocks for seconds.
     */
    default GroupInspection inspect(GroupDescriptor descriptor) {
        return GroupInspection.none(descriptor);
    }

    /**
     * Starts to watch a group's servers.
     *
     * @param inspection the look that was made at them, and was accepted
     * @return the group, to be closed by the caller
     * @throws SQLException if the group may not be used; nothing of it stays open then
     */
    Group create(GroupInspection inspection) throws SQLException;
}
