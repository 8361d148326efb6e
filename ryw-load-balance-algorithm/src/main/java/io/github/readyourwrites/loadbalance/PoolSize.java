package io.github.readyourwrites.loadbalance;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** How many connections a pool has at most. Without a dependency on any pool. */
final class PoolSize {

    /** What pools have where nobody says otherwise: HikariCP's default. */
    static final int USUAL = 10;

    private PoolSize() {}

    /**
     * What is configured, else what the pool says, which HikariCP knows once it has made its first connection.
     *
     * @param configured in ShardingSphere's words; may be missing, or no size
     * @return 0 where that is not known
     */
    static int of(@Nullable Object configured, DataSource pool) {
        int result = parse(configured);
        return result > 0 ? result : Math.max(0, parse(ask(pool)));
    }

    private static int parse(@Nullable Object size) {
        try {
            return size == null ? 0 : Integer.parseInt(size.toString());
        } catch (NumberFormatException ignored) {
            return 0;
        }
    }

    /** ShardingSphere may have wrapped the pool. */
    private static @Nullable Object ask(Object pool) {
        try {
            return pool.getClass().getMethod("getMaximumPoolSize").invoke(pool);
        } catch (ReflectiveOperationException | RuntimeException ignored) {
            return inner(pool);
        }
    }

    private static @Nullable Object inner(Object pool) {
        try {
            Object result = pool.getClass().getMethod("getDataSource").invoke(pool);
            return result instanceof DataSource && result != pool ? ask(result) : null;
        } catch (ReflectiveOperationException | RuntimeException ignored) {
            return null;
        }
    }
}
