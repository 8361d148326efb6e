package io.github.readyourwrites.it.versions;

/** The release of ShardingSphere on the class path, read when the test runs: the compiler would copy the constant. */
public final class ShardingSphereAtRunTime {

    private static final String HOLDER = "org.apache.shardingsphere.infra.autogen.version.ShardingSphereVersion";

    private ShardingSphereAtRunTime() {}

    public static String version() {
        try {
            return String.valueOf(Class.forName(HOLDER).getField("VERSION").get(null));
        } catch (ReflectiveOperationException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
