package io.github.readyourwrites.propagation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.session.PositionsFixture;
import io.github.readyourwrites.session.RywSession;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RywCarrierTest {

    private final Map<String, String> headers = new HashMap<>();

    private final PositionsFixture positions = new PositionsFixture("carrier-test");

    @AfterEach
    void nothingIsLeftOpen() {
        assertEquals(Optional.empty(), RywSession.current());
    }

    /** The control: another session knows nothing of the first one's write. */
    @Test
    void withoutTheHeaderTheWriteIsUnknown() {
        try (RywSession ignored = RywSession.open()) {
            positions.commit(1, 5);
        }
        try (RywSession ignored = RywCarrier.extract(headers::get)) {
            assertFalse(positions.mustSee(1, 5));
        }
    }

    @Test
    void receiverMustSeeWhatTheSenderWrote() {
        try (RywSession ignored = RywSession.open()) {
            positions.commit(1, 5);
            RywCarrier.inject(headers::put);
        }
        try (RywSession ignored = RywCarrier.extract(headers::get)) {
            assertTrue(positions.mustSee(1, 5));
        }
    }

    @Test
    void callerMustSeeWhatTheCalleeWrote() {
        try (RywSession ignored = RywSession.open()) {
            try (RywSession callee = RywSession.open()) {
                positions.commit(6, 7);
                RywCarrier.inject(callee, headers::put);
            }
            assertFalse(positions.mustSee(6, 7));
            RywCarrier.merge(headers::get);
            assertTrue(positions.mustSee(6, 7));
        }
    }

    @Test
    void withoutASessionNothingIsHandedOnOrTakenIn() {
        RywCarrier.inject(headers::put);
        assertTrue(headers.isEmpty());
        headers.put(RywCarrier.NAME, "anything");
        RywCarrier.merge(headers::get);
        assertEquals(Optional.empty(), RywSession.current());
    }

    @Test
    void whatCannotBeReadOpensAnEmptySession() {
        for (String each : new String[] {"", "not a token", "\u0000", "a".repeat(100_000)}) {
            headers.put(RywCarrier.NAME, each);
            try (RywSession session = RywCarrier.extract(headers::get)) {
                assertSame(session, RywSession.current().orElseThrow());
                RywCarrier.merge(headers::get);
                assertFalse(positions.mustSee(1, 5));
            }
        }
    }
}
