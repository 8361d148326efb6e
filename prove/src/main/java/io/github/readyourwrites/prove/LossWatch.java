package io.github.readyourwrites.prove;

import io.github.readyourwrites.prove.history.LossReport;
import io.github.readyourwrites.replica.ReplicaHealth;

/**
 * Notes when the plugin of this JVM reports lost writes. It looks at the count, which rises before listeners are told.
 * Thread-safe.
 */
final class LossWatch {

    private final String instance;

    private final Journal journal;

    private volatile long known = ReplicaHealth.lostWrites();

    LossWatch(String instance, Journal journal) {
        this.instance = instance;
        this.journal = journal;
    }

    /** To be called after a read and before its end is noted: so what it was excused by stands before it. */
    void look() {
        if (ReplicaHealth.lostWrites() != known) {
            note();
        }
    }

    private synchronized void note() {
        long now = ReplicaHealth.lostWrites();
        long before = known;
        if (now > before) {
            journal.add(new LossReport(instance, now - before, System.nanoTime()));
            known = now;
        }
    }
}
