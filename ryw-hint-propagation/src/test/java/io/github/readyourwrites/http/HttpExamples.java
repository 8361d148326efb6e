package io.github.readyourwrites.http;

import io.github.readyourwrites.freshness.CacheFillGuard;
import io.github.readyourwrites.freshness.RereadOnStale;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import java.net.http.HttpClient;
import java.util.EnumSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The code of docs/http.md, in the same words; {@link HttpExamplesTest} compares and runs it. */
final class HttpExamples {

    private HttpExamples() {}

    /** An application's own. */
    interface Orders {

        Optional<String> find(int id);

        int version(String order);
    }

    /** An application's own. */
    interface Customers {

        String name(int id);

        void rename(int id, String name);
    }

    static void register(ServletContext context) {
        FilterRegistration.Dynamic registration = context.addFilter("ryw", new RywFilter());
        registration.setAsyncSupported(true);
        registration.addMappingForUrlPatterns(
                EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR), true, "/*");
    }

    static RywFilter build() {
        RywFilter filter = RywFilter.builder()
                .key(request -> request.getHeader("X-Customer"))
                .cookiePath("/shop")
                .bufferBytes(64 * 1024)
                .build();
        return filter;
    }

    static HttpClient client() {
        HttpClient client = RywHttpClient.wrap(HttpClient.newHttpClient());
        return client;
    }

    static HttpClient clientOfOurs(HttpClient client) {
        HttpClient ours =
                RywHttpClient.wrap(client, request -> request.uri().getHost().endsWith(".shop.internal"));
        return ours;
    }

    static Optional<String> reread(RereadOnStale rereads, Orders orders, int version) {
        Optional<String> order = rereads.read(
                () -> orders.find(42), found -> found.isPresent() && orders.version(found.get()) >= version);
        return order;
    }

    static @Nullable String cached(CacheFillGuard<String> guard, Customers customers) {
        String name = guard.get("customer:42", () -> customers.name(42));
        return name;
    }

    static void rename(CacheFillGuard<String> guard, Customers customers) {
        customers.rename(42, "Ada"); // commits
        guard.invalidate("customer:42");
    }
}
