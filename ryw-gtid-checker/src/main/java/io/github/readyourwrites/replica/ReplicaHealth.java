package io.github.readyourwrites.replica;

import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The way in for whoever wants to know how the replicas of this JVM (more exactly: of this class loader) are. The only
 * static state of this package. Thread-safe; nothing here blocks on a server.
 */
public final class ReplicaHealth {

    private static final List<Servers> OPEN = new CopyOnWriteArrayList<>();

    private static final List<ReplicaListener> LISTENERS = new CopyOnWriteArrayList<>();

    private ReplicaHealth() {}

    /** Every replica that an open data source reads from, each server once. */
    public static List<ReplicaSnapshot> snapshots() {
        return OPEN.stream().flatMap(each -> each.snapshots().stream()).toList();
    }

    /** How the primaries of open data sources replicate. */
    public static List<PrimarySnapshot> primaries() {
        return OPEN.stream().flatMap(each -> each.primarySnapshots().stream()).toList();
    }

    /** How many transactions were reported lost so far, at the primaries of data sources that are open. */
    public static long lostWrites() {
        return OPEN.stream().mapToLong(Servers::lostWrites).sum();
    }

    /** From now on {@code listener} is told, until the result is closed. */
    public static Registration addListener(ReplicaListener listener) {
        LISTENERS.add(listener);
        return () -> LISTENERS.remove(listener);
    }

    static List<ReplicaListener> listeners() {
        return LISTENERS;
    }

    /** Those that a service file names. */
    static List<ReplicaListener> services() {
        return ServiceLoader.load(ReplicaListener.class, ReplicaHealth.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    static void opened(Servers servers) {
        OPEN.add(servers);
    }

    static void closed(Servers servers) {
        OPEN.remove(servers);
    }

    /** A listener that is told; closing ends that. */
    @FunctionalInterface
    public interface Registration extends AutoCloseable {

        @Override
        void close();
    }
}
