package io.github.readyourwrites.examples.carriers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.session.TokenOutcome;
import io.github.readyourwrites.session.TokenStatistics;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HandingOnTest {

    private final long before = TokenStatistics.current().count(TokenOutcome.ACCEPTED);

    @Test
    void attachmentsCarryASession() {
        Map<String, String> attachments = new HashMap<>();
        try (RywSession ignored = RywSession.open()) {
            HandingOn.call(attachments);
        }
        HandingOn.called(attachments).close();
        assertEquals(before + 1, TokenStatistics.current().count(TokenOutcome.ACCEPTED));
    }

    @Test
    void messagesCarryASession() {
        Map<String, byte[]> headers = new HashMap<>();
        try (RywSession ignored = RywSession.open()) {
            HandingOn.send(headers);
        }
        HandingOn.received(headers).close();
        assertEquals(before + 1, TokenStatistics.current().count(TokenOutcome.ACCEPTED));
    }

    @Test
    void requestsCarryASession() {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://orders.shop.internal/42"));
        try (RywSession ignored = RywSession.open()) {
            assertTrue(HandingOn.call(request)
                    .build()
                    .headers()
                    .firstValue("ryw-token")
                    .isPresent());
        }
    }

    @Test
    void nothingCarriedIsAnEmptySession() {
        HandingOn.called(new HashMap<>()).close();
        assertEquals(before, TokenStatistics.current().count(TokenOutcome.ACCEPTED));
    }
}
