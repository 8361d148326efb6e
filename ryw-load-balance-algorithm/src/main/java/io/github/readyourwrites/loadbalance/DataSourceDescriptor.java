package io.github.readyourwrites.loadbalance;

import static java.util.Objects.requireNonNull;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One physical data source as ShardingSphere knows it. Never prints the password.
 *
 * @param name the name in the rule; unique within one database only
 * @param jdbcUrl the URL as the user wrote it
 * @param username the account, empty if the configuration names none
 * @param password its password, empty if the configuration names none
 * @param identity an object that is the same for the life of the storage unit and of no other one: compare with
 *     {@code ==}
 * @param pool the application's own connections, or null where they are not to be asked
 * @param poolSize how many connections the pool has at most, 0 where that is not known
 */
record DataSourceDescriptor(
        String name,
        String jdbcUrl,
        String username,
        String password,
        Object identity,
        @Nullable DataSource pool,
        int poolSize) {
    DataSourceDescriptor {
        requireNonNull(name, "name");
        requireNonNull(jdbcUrl, "jdbcUrl");
        requireNonNull(identity, "identity");
    }

    DataSourceDescriptor(String name, String jdbcUrl, String username, String password, Object identity) {
        this(name, jdbcUrl, username, password, identity, null, 0);
    }

    /** The same for a thread that may hold one of the application's connections itself: it is not asked for another. */
    DataSourceDescriptor withoutPool() {
        return new DataSourceDescriptor(name, jdbcUrl, username, password, identity, null, poolSize);
    }

    @Override
    public String toString() {
        return name;
    }
}
