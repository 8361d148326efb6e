package io.github.readyourwrites.prove.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.readyourwrites.session.ConsistencyLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFileTest {

    private static final List<Event> EVENTS = List.of(
            new Write("a", "s1", 3, 5L, -7, 8, Outcome.UNKNOWN, true),
            new Write("a", "", 3, 6L, 7, 8, Outcome.ACKNOWLEDGED, false),
            new Read("b", "s1", 3, 5L, 7, 8, 9, true, ConsistencyLevel.STRONG, "write_ds PRIMARY_REQUESTED"),
            new Handover("a", "s1", "b", "c1-token-1", 1, 2),
            new Saved("a", "s1", 3, 4),
            new Loaded("b", "s1", 5, 6),
            new LossReport("a", 2, 11));

    @TempDir
    private Path folder;

    @Test
    void givesBackWhatWasWritten() throws IOException {
        Path file = write();
        assertEquals(EVENTS, HistoryReader.read(file));
    }

    @Test
    void refusesAFileThatIsCut() throws IOException {
        Path file = write();
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
        assertThrows(IOException.class, () -> HistoryReader.read(file));
    }

    private Path write() throws IOException {
        Path result = folder.resolve("history");
        try (HistoryWriter writer = new HistoryWriter(result)) {
            for (Event each : EVENTS) {
                writer.add(each);
            }
        }
        return result;
    }
}
