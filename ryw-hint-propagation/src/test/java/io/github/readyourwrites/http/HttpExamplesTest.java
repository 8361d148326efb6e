package io.github.readyourwrites.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.freshness.CacheFillGuard;
import io.github.readyourwrites.freshness.MemoryCache;
import io.github.readyourwrites.freshness.RereadOnStale;
import io.github.readyourwrites.session.PositionsFixture;
import io.github.readyourwrites.session.ReadView;
import io.github.readyourwrites.session.RywSession;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HttpExamplesTest {

    private static final Pattern CODE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private static final Pattern SPACE = Pattern.compile("\\s+");

    private final PositionsFixture positions = new PositionsFixture("http-examples-test");

    @Test
    void documentHasNoOtherCode() throws IOException {
        String code =
                squeezed(Files.readString(Path.of("src/test/java/io/github/readyourwrites/http/HttpExamples.java")));
        Matcher matcher = CODE.matcher(Files.readString(Path.of("../docs/http.md")));
        int blocks = 0;
        while (matcher.find()) {
            assertTrue(code.contains(squeezed(matcher.group(1))), matcher.group(1));
            blocks++;
        }
        assertTrue(blocks >= 7, "found only " + blocks);
    }

    private static String squeezed(String code) {
        return SPACE.matcher(code).replaceAll("");
    }

    @Test
    void filterIsRegistered() {
        List<String> calls = new ArrayList<>();
        FilterRegistration.Dynamic registration =
                proxy(FilterRegistration.Dynamic.class, (called, arguments) -> calls.add(called));
        ServletContext context = proxy(ServletContext.class, (called, arguments) -> {
            calls.add(called + ' ' + arguments[1].getClass().getSimpleName());
            return registration;
        });
        HttpExamples.register(context);
        assertEquals(List.of("addFilter RywFilter", "setAsyncSupported", "addMappingForUrlPatterns"), calls);
    }

    private interface Call {

        Object answer(String called, Object[] arguments);
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, called, given) -> {
                    Object result = call.answer(called.getName(), given);
                    return called.getReturnType() == void.class ? null : result;
                }));
    }

    @Test
    void filterIsBuilt() throws Exception {
        RequestFixture request = new RequestFixture();
        request.headers.put("X-Customer", "http-examples-test");
        HttpExamples.build()
                .doFilter(request.request(), new ResponseFixture().response(), (in, out) -> positions.commit(1, 5));
        try (RywSession ignored = RywSession.open("http-examples-test")) {
            assertTrue(positions.mustSee(1, 5));
        }
    }

    @Test
    void clientsAreWrapped() {
        HttpClient client = HttpExamples.client();
        assertTrue(client instanceof SessionHttpClient);
        assertTrue(HttpExamples.clientOfOurs(client) instanceof SessionHttpClient);
    }

    @Test
    void oldOrderIsReadAgain() {
        HttpExamples.Orders orders = new HttpExamples.Orders() {

            @Override
            public Optional<String> find(int id) {
                return Optional.of(ReadView.current().isPrimaryRequested() ? "new" : "old");
            }

            @Override
            public int version(String order) {
                return order.equals("new") ? 2 : 1;
            }
        };
        assertEquals(Optional.of("old"), HttpExamples.reread(new RereadOnStale(), orders, 1));
        assertEquals(Optional.of("new"), HttpExamples.reread(new RereadOnStale(), orders, 2));
    }

    @Test
    void oldNameIsNotCached() {
        CacheFillGuard<String> guard = new CacheFillGuard<>(new MemoryCache<>(10, 10));
        HttpExamples.Customers customers = new HttpExamples.Customers() {

            @Override
            public String name(int id) {
                return positions.mustSee(6, 7) ? "Ada" : "Augusta";
            }

            @Override
            public void rename(int id, String name) {
                positions.commit(6, 7);
            }
        };
        assertEquals("Augusta", HttpExamples.cached(guard, customers));
        try (RywSession ignored = RywSession.open()) {
            HttpExamples.rename(guard, customers);
        }
        assertFalse(positions.mustSee(6, 7));
        assertEquals("Ada", HttpExamples.cached(guard, customers));
    }
}
