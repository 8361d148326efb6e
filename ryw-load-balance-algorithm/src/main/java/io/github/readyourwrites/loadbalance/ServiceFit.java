package io.github.readyourwrites.loadbalance;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether our services fit the ShardingSphere on the class path. Asked before ShardingSphere calls any of them: one that
 * does not fit would fail in the middle of a statement with a {@link LinkageError}.
 */
final class ServiceFit {
    private static final String RUNNING = "org.apache.shardingsphere.infra.autogen.version.ShardingSphereVersion";

    /** Suppliers, since a class without its interface cannot even be named. */
    private static final List<Supplier<Class<?>>> SERVICES = List.of(
            () -> ReadYourWritesSQLRouter.class,
            () -> ReadYourWritesExecutionHook.class,
            () -> ReadYourWritesLifecycleListener.class);

    private ServiceFit() {}

    /** Says what does not fit and how to mend it, or null. */
    static @Nullable String misfit() {
        return misfit(SERVICES);
    }

    static @Nullable String misfit(List<Supplier<Class<?>>> services) {
        for (Supplier<Class<?>> each : services) {
            String reason = reason(each);
            if (reason != null) {
                return "this jar of READ_YOUR_WRITES is for ShardingSphere " + ShardingSphereRelease.VERSION
                        + " and does not fit ShardingSphere " + runningVersion() + " on the class path (" + reason
                        + "). Use the jar for your release of ShardingSphere, or a release that there is a jar for:"
                        + " docs/compatibility.md lists them";
            }
        }
        return null;
    }

    private static @Nullable String reason(Supplier<Class<?>> service) {
        try {
            Class<?> type = service.get();
            for (Method each : type.getMethods()) {
                if (Modifier.isAbstract(each.getModifiers())) {
                    return type.getSimpleName() + " lacks " + each;
                }
            }
            return null;
        } catch (LinkageError ex) {
            return ex.toString();
        }
    }

    /** Read by reflection: it is there to describe releases that we do not know. */
    private static String runningVersion() {
        try {
            return String.valueOf(Class.forName(RUNNING).getField("VERSION").get(null));
        } catch (ReflectiveOperationException | LinkageError ignored) {
            return "of an unknown version";
        }
    }
}
