package io.github.readyourwrites.prove.history;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes the events of one JVM to a file, about 60 bytes each; {@link HistoryReader} reads it. Each text stands in the file
 * once. Thread-safe.
 */
public final class HistoryWriter implements AutoCloseable {

    static final int WRITE = 1;

    static final int READ = 2;

    static final int HANDOVER = 3;

    static final int SAVED = 4;

    static final int LOADED = 5;

    static final int LOSS_REPORT = 6;

    private final DataOutputStream out;

    private final Map<String, Integer> texts = new HashMap<>();

    public HistoryWriter(Path file) throws IOException {
        out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16));
    }

    public synchronized void add(Event event) throws IOException {
        if (event instanceof Write write) {
            begin(WRITE, event, write.instance(), write.session());
            out.writeInt(write.key());
            out.writeLong(write.version());
            out.writeByte(write.outcome().ordinal());
            out.writeBoolean(write.changed());
        } else if (event instanceof Read read) {
            begin(READ, event, read.instance(), read.session());
            out.writeInt(read.key());
            out.writeLong(read.version());
            out.writeLong(read.uncommitted());
            out.writeBoolean(read.onPrimary());
            out.writeByte(read.level().ordinal());
            text(read.servedBy());
        } else if (event instanceof Handover handover) {
            begin(HANDOVER, event, handover.instance(), handover.session());
            text(handover.fromInstance());
            text(handover.fromSession());
        } else if (event instanceof Saved saved) {
            begin(SAVED, event, saved.instance(), saved.session());
        } else if (event instanceof Loaded loaded) {
            begin(LOADED, event, loaded.instance(), loaded.session());
        } else if (event instanceof LossReport report) {
            begin(LOSS_REPORT, event, report.instance(), "");
            out.writeLong(report.transactions());
        }
    }

    private void begin(int kind, Event event, String instance, String session) throws IOException {
        out.writeByte(kind);
        text(instance);
        text(session);
        out.writeLong(event.begin());
        out.writeLong(event.end());
    }

    /** Its number, and itself behind the first. */
    private void text(String text) throws IOException {
        Integer number = texts.get(text);
        if (number == null) {
            out.writeInt(texts.size());
            out.writeUTF(text);
            texts.put(text, texts.size());
        } else {
            out.writeInt(number);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        out.close();
    }
}
