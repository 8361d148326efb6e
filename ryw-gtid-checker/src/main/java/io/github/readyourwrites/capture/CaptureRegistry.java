package io.github.readyourwrites.capture;

import java.util.Iterator;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The one place where trackers, which Connector/J makes, meet the {@link WriteObserverProvider}. Thread-safe; the only
 * static mutable state of this package besides the per-thread counts of {@link TrackedStatements}.
 */
public final class CaptureRegistry {

    private static final AbandonedConnections ABANDONED_CONNECTIONS = new AbandonedConnections();
    private static final AtomicBoolean FAILED = new AtomicBoolean();

    private static volatile @Nullable WriteObserverProvider provider;

    private CaptureRegistry() {}

    /** The installed provider, else the first one that {@link ServiceLoader} finds, else one that reports to nobody. */
    static WriteObserverProvider provider() {
        WriteObserverProvider result = provider;
        return result == null ? load() : result;
    }

    static AbandonedConnections abandonedConnections() {
        return ABANDONED_CONNECTIONS;
    }

    /** True once: for the first tracker that fails. */
    static boolean isFirstFailure() {
        return FAILED.compareAndSet(false, true);
    }

    private static synchronized WriteObserverProvider load() {
        WriteObserverProvider result = provider;
        if (result == null) {
            Iterator<WriteObserverProvider> services = ServiceLoader.load(
                            WriteObserverProvider.class, CaptureRegistry.class.getClassLoader())
                    .iterator();
            result = services.hasNext() ? services.next() : Nobody.PROVIDER;
            provider = result;
        }
        return result;
    }

    /**
     * Makes {@code replacement} the provider of every tracker, existing connections included.
     *
     * @return restores the provider that was there before
     */
    public static synchronized Installation install(WriteObserverProvider replacement) {
        WriteObserverProvider previous = provider;
        provider = replacement;
        return () -> restore(previous);
    }

    private static synchronized void restore(@Nullable WriteObserverProvider previous) {
        provider = previous;
    }

    /** An installed provider; closing restores the previous one. */
    @FunctionalInterface
    public interface Installation extends AutoCloseable {

        @Override
        void close();
    }
}
