package io.github.readyourwrites.loadbalance;

import org.jspecify.annotations.Nullable;

/** The versions of what works together here, as far as their jars tell. */
final class Versions {

    private static final String SHARDING_SPHERE = "org.apache.shardingsphere.mode.manager.ContextManager";

    private Versions() {}

    /**
     * One line.
     *
     * @param driver Connector/J as a connection describes it, or null where there was none
     */
    static String describe(@Nullable String driver) {
        return "plugin " + of(Versions.class) + ", ShardingSphere " + shardingSphere() + ", "
                + (driver == null ? "Connector/J unknown" : driver.replaceAll(" \\(Revision.*", "")) + ", Java "
                + Runtime.version();
    }

    private static String shardingSphere() {
        try {
            return of(Class.forName(SHARDING_SPHERE, false, Versions.class.getClassLoader()));
        } catch (ClassNotFoundException | LinkageError ignored) {
            return "unknown";
        }
    }

    private static String of(Class<?> type) {
        String result = type.getPackage().getImplementationVersion();
        return result == null ? "(not from a jar)" : result;
    }
}
