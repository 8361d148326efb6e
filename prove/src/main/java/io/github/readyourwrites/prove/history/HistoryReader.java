package io.github.readyourwrites.prove.history;

import io.github.readyourwrites.session.ConsistencyLevel;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads what a {@link HistoryWriter} wrote. */
public final class HistoryReader {

    private static final ConsistencyLevel[] LEVELS = ConsistencyLevel.values();

    private static final Outcome[] OUTCOMES = Outcome.values();

    private final DataInputStream in;

    private final List<String> texts = new ArrayList<>();

    private HistoryReader(DataInputStream in) {
        this.in = in;
    }

    /** All events of a file. A file that ends within an event, as that of a JVM that died, is an error. */
    public static List<Event> read(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            HistoryReader reader = new HistoryReader(in);
            List<Event> result = new ArrayList<>();
            for (int kind = in.read(); kind >= 0; kind = in.read()) {
                result.add(reader.read(kind));
            }
            return result;
        }
    }

    private Event read(int kind) throws IOException {
        String instance = text();
        String session = text();
        long begin = in.readLong();
        long end = in.readLong();
        return switch (kind) {
            case HistoryWriter.WRITE ->
                new Write(
                        instance,
                        session,
                        in.readInt(),
                        in.readLong(),
                        begin,
                        end,
                        OUTCOMES[in.readByte()],
                        in.readBoolean());
            case HistoryWriter.READ ->
                new Read(
                        instance,
                        session,
                        in.readInt(),
                        in.readLong(),
                        begin,
                        end,
                        in.readLong(),
                        in.readBoolean(),
                        LEVELS[in.readByte()],
                        text());
            case HistoryWriter.HANDOVER -> new Handover(text(), text(), instance, session, begin, end);
            case HistoryWriter.SAVED -> new Saved(instance, session, begin, end);
            case HistoryWriter.LOADED -> new Loaded(instance, session, begin, end);
            case HistoryWriter.LOSS_REPORT -> new LossReport(instance, in.readLong(), begin);
            default -> throw new IOException("no kind of event is " + kind);
        };
    }

    private String text() throws IOException {
        int number = in.readInt();
        if (number == texts.size()) {
            texts.add(in.readUTF());
        }
        return texts.get(number);
    }
}
