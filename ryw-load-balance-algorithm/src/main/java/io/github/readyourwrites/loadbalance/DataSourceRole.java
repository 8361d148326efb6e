package io.github.readyourwrites.loadbalance;

import java.util.List;

/**
 * What a storage unit is to the groups. One that is the write data source of any group may be written to, also where
 * another group reads from it.
 *
 * @param name its name in the rule
 * @param writeOf the groups that write to it
 * @param readOf the groups that read from it
 */
record DataSourceRole(String name, List<Group> writeOf, List<Group> readOf) {
    DataSourceRole {
        writeOf = List.copyOf(writeOf);
        readOf = List.copyOf(readOf);
    }

    boolean isReadOnly() {
        return writeOf.isEmpty();
    }
}
