package io.github.readyourwrites.it.http;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.http.FilterStatistics;
import io.github.readyourwrites.http.RywFilter;
import io.github.readyourwrites.http.RywHttpClient;
import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two instances of a web application and a browser, while no replica applies anything: what the browser wrote by the one it
 * reads by the other. The instances share a JVM, but no session has a key: all they know of each other is in the cookies.
 */
@ExtendWith(SharedCluster.class)
class RywFilterIT {

    private static ShardingSphereFixture fixture;

    private static AccountServlet servlet;

    private static WebInstance one;

    private static WebInstance other;

    private static WebInstance unfiltered;

    private static RywFilter filter;

    private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);

    private final HttpClient browser = HttpClient.newBuilder()
            .cookieHandler(cookies)
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    @BeforeAll
    static void start(MySqlCluster cluster) throws Exception {
        cluster.primary()
                .execute(
                        "DROP TABLE IF EXISTS web_account",
                        "CREATE TABLE web_account (id INT PRIMARY KEY, v INT)",
                        "INSERT INTO web_account VALUES (1, 0), (2, 0)");
        cluster.awaitCaughtUp();
        fixture = ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .loadBalancerProperties("wait-timeout-milliseconds: 50, probe-timeout-milliseconds: 10000,"
                        + " session-includes-sessionless: false, sessionless-scope: NONE")
                .open(ShardingSphereFixture.READ_YOUR_WRITES);
        servlet = new AccountServlet(fixture);
        filter = new RywFilter();
        one = WebInstance.start(servlet, filter);
        other = WebInstance.start(servlet, new RywFilter());
        unfiltered = WebInstance.start(servlet, null);
    }

    @AfterAll
    static void stop() throws Exception {
        for (WebInstance each : List.of(one, other, unfiltered)) {
            each.close();
        }
        fixture.close();
    }

    @BeforeEach
    void stopAppliers(MySqlCluster cluster) {
        cluster.primary().execute("UPDATE web_account SET v = 0");
        cluster.awaitCaughtUp();
        cluster.replicas().forEach(MySqlServer::stopApplier);
    }

    private HttpRequest post(WebInstance instance, String path) {
        return HttpRequest.newBuilder(instance.uri(path))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
    }

    private HttpResponse<String> write(WebInstance instance, String path) throws Exception {
        return browser.send(post(instance, path), BodyHandlers.ofString());
    }

    /** Value, target and reason. */
    private String read(WebInstance instance, int id) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(instance.uri("/?id=" + id)).build();
        HttpResponse<String> result = browser.send(request, BodyHandlers.ofString());
        assertEquals(200, result.statusCode(), result::body);
        return result.body();
    }

    private void assertReadsTheWriteElsewhere() throws Exception {
        String read = read(other, 1);
        assertTrue(read.startsWith("1 write_ds "), read);
    }

    private void awaitOldValue(WebInstance instance) {
        await().untilAsserted(() -> {
            String read = read(instance, 1);
            assertTrue(read.matches("0 read_ds_. NO_FLOOR"), read);
        });
    }

    @Test
    void withoutTheFilterTheNextRequestReadsTheOldValue() throws Exception {
        write(unfiltered, "/plain?id=1");
        awaitOldValue(unfiltered);
        awaitOldValue(other);
    }

    @Test
    void nextRequestReadsTheWriteOnAnotherInstance(MySqlCluster cluster) throws Exception {
        HttpResponse<String> response = write(one, "/plain?id=1");
        String cookie = response.headers().firstValue("Set-Cookie").orElseThrow();
        assertTrue(
                cookie.matches("ryw-token-\\d+=[\\w-]+; (Expires=[^;]+; )?Max-Age=600; Path=/; HttpOnly; SameSite=Lax"),
                () -> "attributes of " + cookie);
        assertReadsTheWriteElsewhere();
        cluster.replicas().forEach(MySqlServer::startApplier);
        await().until(() -> read(other, 1).matches("1 read_ds_. REPLICA_.*"));
    }

    @Test
    void anotherBrowserReadsWhatReplicasHave() throws Exception {
        write(one, "/plain?id=1");
        cookies.getCookieStore().removeAll();
        awaitOldValue(other);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "closed-before",
                "flushed-before",
                "large",
                "redirection",
                "error",
                "exception",
                "forward",
                "async",
                "dispatch"
            })
    void itDoesNotMatterHowAndWhenTheResponseIsCommitted(String way) throws Exception {
        long late = filter.statistics().lateWrites();
        HttpResponse<String> response = write(one, "/" + way + "?id=1");
        assertReadsTheWriteElsewhere();
        assertEquals(late, filter.statistics().lateWrites());
        switch (way) {
            case "large" -> assertEquals(100_000, response.body().length());
            case "redirection" -> assertEquals(302, response.statusCode());
            case "error" -> assertEquals(409, response.statusCode());
            case "exception" -> assertTrue(response.body().startsWith("1 write_ds "), "the error page reads it, too");
            case "forward" -> assertEquals("page", response.body());
            default -> assertEquals(200, response.statusCode());
        }
    }

    @Test
    void twoResponsesUnderWayAtTheSameTimeLoseNothing() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> writes = IntStream.rangeClosed(1, 2)
                .mapToObj(id ->
                        browser.sendAsync(post(id == 1 ? one : other, "/together?id=" + id), BodyHandlers.ofString()))
                .toList();
        for (CompletableFuture<HttpResponse<String>> each : writes) {
            assertEquals("done", each.get().body());
        }
        assertEquals(2, cookies.getCookieStore().getCookies().size());
        for (int id = 1; id <= 2; id++) {
            String read = read(id == 1 ? other : one, id);
            assertTrue(read.startsWith("1 write_ds "), read);
        }
        write(one, "/plain?id=1");
        assertEquals(1, cookies.getCookieStore().getCookies().size(), "one in the place of both");
        String read = read(other, 2);
        assertTrue(read.startsWith("1 write_ds "), read);
    }

    @Test
    void whatIsNoTokenIsServedByAReplica() throws Exception {
        FilterStatistics before = filter.statistics();
        HttpClient attacker = HttpClient.newHttpClient();
        await().untilAsserted(() -> {
            HttpRequest request = HttpRequest.newBuilder(one.uri("/?id=1"))
                    .header("Cookie", "ryw-token-1=forged; ryw-token-2=" + "A".repeat(4_000))
                    .header("ryw-token", "forged")
                    .build();
            HttpResponse<String> response = attacker.send(request, BodyHandlers.ofString());
            assertEquals(200, response.statusCode());
            assertTrue(response.body().matches("0 read_ds_. NO_FLOOR"), response::body);
            assertTrue(response.headers().firstValue("Set-Cookie").isEmpty());
        });
        assertEquals(before, filter.statistics());
    }

    /** The control is in the first half: what the other instance wrote is not in the caller's session. */
    @Test
    void serviceThatCallsAnotherReadsWhatThatWrote() throws Exception {
        String path = "/call?id=1&to=" + other.uri("");
        servlet.callBy(HttpClient.newHttpClient());
        await().untilAsserted(() -> {
            String body = write(one, path).body();
            assertTrue(body.matches("0 read_ds_. NO_FLOOR"), body);
        });
        servlet.callBy(RywHttpClient.wrap(HttpClient.newHttpClient()));
        String body = write(one, path).body();
        assertTrue(body.startsWith("1 write_ds "), body);
    }
}
