package io.github.readyourwrites.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.examples.Strategy.Scope;
import io.github.readyourwrites.session.RywSession;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // A scope acts by being open.
class ReadYourWritesTest {

    @Test
    void opensSessionForTheRequest() {
        try (Scope ignored = new ReadYourWrites().openRequest(1)) {
            assertTrue(RywSession.current().isPresent());
        }
        assertTrue(RywSession.current().isEmpty());
    }
}
