package io.github.readyourwrites.prove;

import io.github.readyourwrites.prove.history.Loaded;
import io.github.readyourwrites.prove.history.Saved;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.session.TokenStoreException;

/** A session that is open on this thread; what its opening and closing say about the store is noted. */
final class Visit implements AutoCloseable {

    private final String instance;

    private final String name;

    private final Journal journal;

    private final boolean shared;

    private final RywSession session;

    private boolean closed;

    private Visit(String instance, String name, Journal journal, boolean shared) {
        this.instance = instance;
        this.name = name;
        this.journal = journal;
        this.shared = shared;
        long begin = System.nanoTime();
        session = RywSession.open(name);
        if (shared) {
            journal.add(new Loaded(instance, name, begin, System.nanoTime()));
        }
    }

    /**
     * Opens a session.
     *
     * @param shared whether other JVMs have the same sessions
     */
    static Visit open(String instance, String name, Journal journal, boolean shared) {
        return new Visit(instance, name, journal, shared);
    }

    Visit require(ConsistencyLevel level) {
        session.require(level);
        return this;
    }

    String token() {
        return session.token();
    }

    /** Idempotent. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        long begin = System.nanoTime();
        try {
            session.close();
        } catch (TokenStoreException ignored) {
            journal.unsaved();
            return;
        }
        if (shared) {
            journal.add(new Saved(instance, name, begin, System.nanoTime()));
        }
    }
}
