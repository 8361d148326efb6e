package io.github.readyourwrites.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.readyourwrites.propagation.RywCarrier;
import io.github.readyourwrites.session.PositionsFixture;
import io.github.readyourwrites.session.RywSession;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RywHttpClientTest {

    private static int tests;

    private final PositionsFixture positions = new PositionsFixture("client-test-" + ++tests);

    private final HttpClient plain =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();

    private final HttpClient client = RywHttpClient.wrap(plain);

    private HttpServer server;

    private URI uri;

    @BeforeEach
    void startServer() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
        server.createContext("/write", this::write);
        server.createContext("/redirect", exchange -> {
            exchange.getResponseHeaders().set("Location", "/read");
            respond(exchange, 303, 6);
        });
        server.createContext("/read", exchange -> respond(exchange, 200, 0));
        server.createContext("/fail", exchange -> respond(exchange, 500, 6));
        server.start();
        uri = URI.create("http://" + loopback.getHostAddress() + ":"
                + server.getAddress().getPort());
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
    }

    private void write(HttpExchange exchange) throws IOException {
        respond(exchange, 200, 6);
    }

    /** In the caller's session, writes where a number is given; the body tells whether it saw the caller's write. */
    private void respond(HttpExchange exchange, int status, int written) throws IOException {
        try (RywSession ignored = RywCarrier.extract(exchange.getRequestHeaders()::getFirst)) {
            boolean saw = positions.mustSee(1, 5);
            if (written > 0) {
                positions.commit(written, written);
                RywCarrier.inject(exchange.getResponseHeaders()::set);
            }
            byte[] body = String.valueOf(saw).getBytes(US_ASCII);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        }
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(uri.resolve(path)).build();
    }

    private String get(HttpClient by, String path) throws Exception {
        return by.send(request(path), BodyHandlers.ofString()).body();
    }

    /** The control, as its name says. */
    @Test
    void unwrappedClientHandsNothingOnAndTakesNothingBack() throws Exception {
        try (RywSession ignored = RywSession.open()) {
            positions.commit(1, 5);
            assertEquals("false", get(plain, "/write"));
            assertFalse(positions.mustSee(6, 6));
        }
    }

    @Test
    void callGoesThereAndBackInTheCallersSession() throws Exception {
        try (RywSession ignored = RywSession.open()) {
            positions.commit(1, 5);
            assertEquals("true", get(client, "/write"));
            assertTrue(positions.mustSee(6, 6));
        }
    }

    @Test
    void asynchronousCallBelongsToTheSessionThatMadeIt() {
        try (RywSession session = RywSession.open()) {
            positions.commit(1, 5);
            HttpResponse<String> response = client.sendAsync(request("/write"), BodyHandlers.ofString())
                    .thenApply(answer -> {
                        assertTrue(session.token().length() > 56);
                        return answer;
                    })
                    .join();
            assertEquals("true", response.body());
            assertTrue(positions.mustSee(6, 6));
        }
        assertFalse(positions.mustSee(6, 6));
    }

    @Test
    void redirectionsAndErrorsBringTheirTokensToo() throws Exception {
        try (RywSession ignored = RywSession.open()) {
            assertEquals("false", get(client, "/redirect"));
            assertTrue(positions.mustSee(6, 6));
        }
        try (RywSession ignored = RywSession.open()) {
            get(client, "/fail");
            assertTrue(positions.mustSee(6, 6));
        }
    }

    @Test
    void tokenCountsAlsoWhereTheBodyFails() {
        try (RywSession ignored = RywSession.open()) {
            assertThrows(
                    CompletionException.class,
                    () -> client.sendAsync(request("/write"), info -> {
                                throw new IllegalStateException("expected");
                            })
                            .join());
            assertTrue(positions.mustSee(6, 6));
        }
    }

    @Test
    void nothingIsAddedOutsideASessionOrWhereItIsNotWanted() throws Exception {
        assertEquals("false", get(client, "/write"));
        HttpClient nowhere = RywHttpClient.wrap(plain, request -> false);
        try (RywSession ignored = RywSession.open()) {
            positions.commit(1, 5);
            assertEquals("false", get(nowhere, "/write"));
            assertFalse(positions.mustSee(6, 6));
        }
    }

    @Test
    void tokenOfTheRequestsOwnIsReplaced() throws Exception {
        try (RywSession ignored = RywSession.open()) {
            positions.commit(1, 5);
            HttpRequest request = HttpRequest.newBuilder(uri.resolve("/read"))
                    .header("Ryw-Token", "of somebody else")
                    .build();
            assertEquals("true", client.send(request, BodyHandlers.ofString()).body());
        }
    }

    @Test
    void everythingElseIsTheClientsOwn() {
        assertEquals(plain.version(), client.version());
        assertEquals(plain.followRedirects(), client.followRedirects());
        assertEquals(plain.sslContext(), client.sslContext());
        assertEquals(plain.connectTimeout(), client.connectTimeout());
        assertEquals(plain.cookieHandler(), client.cookieHandler());
        assertEquals(plain.proxy(), client.proxy());
        assertEquals(plain.authenticator(), client.authenticator());
        assertEquals(plain.executor(), client.executor());
    }
}
