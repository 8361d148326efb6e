package io.github.readyourwrites.freshness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.readyourwrites.session.ReadView;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RereadOnStaleTest {

    private final RereadOnStale rereads = new RereadOnStale();

    private int calls;

    @AfterEach
    void readsGoToReplicasAgain() {
        assertFalse(ReadView.current().isPrimaryRequested());
    }

    private int version() {
        calls++;
        return ReadView.current().isPrimaryRequested() ? 2 : 1;
    }

    @Test
    void freshAnswerIsTheResult() {
        assertEquals(1, rereads.read(this::version, version -> version >= 1));
        assertEquals(1, calls);
        assertEquals(new RereadStatistics(1, 0, 0), rereads.statistics());
    }

    @Test
    void staleAnswerIsReadAgainFromThePrimary() {
        assertEquals(2, rereads.read(this::version, version -> version >= 2));
        assertEquals(2, calls);
        assertEquals(new RereadStatistics(1, 1, 1), rereads.statistics());
    }

    @Test
    void primaryIsAskedOnceOnlyWhateverItAnswers() {
        assertEquals(2, rereads.read(this::version, version -> version >= 3));
        assertEquals(2, calls);
        assertEquals(Optional.empty(), rereads.read(Optional::empty, Optional::isPresent));
        assertEquals(new RereadStatistics(2, 2, 0), rereads.statistics());
    }

    @Test
    void exceptionsPass() {
        IOException thrown = new IOException("expected");
        Read<Integer, IOException> failing = () -> {
            if (ReadView.current().isPrimaryRequested()) {
                throw thrown;
            }
            return 1;
        };
        assertSame(thrown, assertThrows(IOException.class, () -> rereads.read(failing, version -> false)));
    }
}
