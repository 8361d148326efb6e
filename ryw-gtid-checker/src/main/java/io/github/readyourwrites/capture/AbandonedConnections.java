package io.github.readyourwrites.capture;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends the transactions of connections that Connector/J never announces as closed: after {@code Connection.abort} or a
 * failed {@code isValid} it destroys no interceptor, and a pending mark would stay for ever. Thread-safe; no thread of
 * its own: who calls {@link #sweep()} does the work.
 */
final class AbandonedConnections {

    private final ReferenceQueue<Object> queue = new ReferenceQueue<>();
    private final Set<Entry> entries = ConcurrentHashMap.newKeySet();

    /** Keeps {@code unit} until {@code connection} can be reached no more; the unit must not refer to it. */
    Entry watch(Object connection, ConnectionUnit unit) {
        Entry result = new Entry(connection, unit);
        entries.add(result);
        return result;
    }

    /** Ends what belongs to connections that were collected since. Cheap when there are none. */
    void sweep() {
        for (Object each = queue.poll(); each != null; each = queue.poll()) {
            if (each instanceof Entry entry && entries.remove(entry)) {
                entry.unit.destroyed(true);
            }
        }
    }

    /** One watched connection. */
    final class Entry extends PhantomReference<Object> {

        private final ConnectionUnit unit;

        private Entry(Object connection, ConnectionUnit unit) {
            super(connection, queue);
            this.unit = unit;
        }

        /** The connection was closed in the regular way. */
        void forget() {
            entries.remove(this);
            clear();
        }
    }
}
