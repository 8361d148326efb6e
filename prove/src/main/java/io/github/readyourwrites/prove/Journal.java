package io.github.readyourwrites.prove;

import io.github.readyourwrites.prove.history.Event;
import io.github.readyourwrites.prove.history.HistoryWriter;
import io.github.readyourwrites.prove.history.Read;
import io.github.readyourwrites.prove.history.Write;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All that happens in one JVM, kept in a file. Thread-safe. */
final class Journal implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(Journal.class);

    private final HistoryWriter writer;

    private final LongAdder reads = new LongAdder();

    private final LongAdder writes = new LongAdder();

    private final LongAdder failures = new LongAdder();

    private final LongAdder unsaved = new LongAdder();

    private final Set<String> kindsOfFailure = ConcurrentHashMap.newKeySet();

    Journal(Path file) throws IOException {
        writer = new HistoryWriter(file);
    }

    void add(Event event) {
        try {
            writer.add(event);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        if (event instanceof Read) {
            reads.increment();
        } else if (event instanceof Write) {
            writes.increment();
        }
    }

    /** A statement was answered with an error, which no rule forbids; the first of each kind is logged. */
    void failed(Exception failure) {
        failures.increment();
        if (kindsOfFailure.add(failure.getClass().getName())) {
            LOGGER.debug("a statement failed, the first of its kind", failure);
        }
    }

    /** A session was closed and could not be saved, and its close said so. */
    void unsaved() {
        unsaved.increment();
    }

    Counts counts() {
        return new Counts(reads.sum(), writes.sum(), failures.sum(), unsaved.sum());
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
