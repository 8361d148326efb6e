package io.github.readyourwrites.loadbalance;

import static java.util.Objects.requireNonNull;

/**
 * One physical data source as ShardingSphere knows it. Never prints the password.
 *
 * @param name the name in the rule; unique within one database only
 * @param jdbcUrl the URL as the user wrote it
 * @param username the account, empty if the configuration names none
 * @param password its password, empty if the configuration names none
 * @param identity an object that is the same for the life of the storage unit and of no other one: compare with
 *     {@code ==}
 */
record DataSourceDescriptor(String name, String jdbcUrl, String username, String password, Object identity) {
    DataSourceDescriptor {
        requireNonNull(name, "name");
        requireNonNull(jdbcUrl, "jdbcUrl");
        requireNonNull(identity, "identity");
    }

    @Override
    public String toString() {
        return name;
    }
}
