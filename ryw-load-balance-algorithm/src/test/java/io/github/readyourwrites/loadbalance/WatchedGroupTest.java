package io.github.readyourwrites.loadbalance;

import static io.github.readyourwrites.loadbalance.RoutedGroupFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.github.readyourwrites.replica.FenceOutcome;
import io.github.readyourwrites.replica.PrimaryFixture;
import io.github.readyourwrites.session.SessionRegistry;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.shardingsphere.infra.database.core.connector.StandardConnectionProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WatchedGroupTest {

    private static final UUID PRIMARY = UUID.fromString("11111111-1111-1111-1111-111111111111");

    private static final UUID PROMOTED = UUID.fromString("22222222-2222-2222-2222-222222222222");

    private static RoutedGroupFixture open(Map<String, String> properties, DataSourceDescriptor write) {
        return new RoutedGroupFixture(
                1, Duration.ofSeconds(1), () -> 1_000, (name, available) -> available.get(0), properties, write);
    }

    @Test
    void nextWriteEvictsTheConnectionsToAPrimaryThatWasReplaced() {
        PoolFixture pool = new PoolFixture();
        DataSourceDescriptor write =
                new DataSourceDescriptor("write", "jdbc:mysql://h/write", "", "", new Object(), pool, 10);
        try (RoutedGroupFixture group = open(Map.of(), write)) {
            group.primaryHas(gtids("1-5"));
            PrimaryFixture primary = group.answeredBy(PRIMARY);
            group.group.writeBegins();
            primary.leadsTo(PROMOTED, gtids("1-5"));
            FenceOutcome outcome =
                    group.primary().fence(SessionRegistry.servers().tickets().now(), 2_000);
            primary.end();
            assertTrue(outcome instanceof FenceOutcome.Answer, outcome::toString);
            assertEquals(0, pool.evictions.get());
            group.group.writeBegins();
            group.group.writeBegins();
            assertEquals(1, pool.evictions.get());
        }
    }

    @Test
    void groupIsToldOfEachExecutionOnItsPrimary() throws Exception {
        StandardConnectionProperties identity = new StandardConnectionProperties("h", 1, "c", "");
        DataSourceDescriptor write = new DataSourceDescriptor("write", "jdbc:mysql://h/write", "", "", identity);
        GroupFixture group = new GroupFixture(GroupFixture.descriptor("g", write, GroupFixture.dataSource("read")));
        RoutingRegistry.bindings()
                .open(
                        this,
                        () -> List.of(new GroupSource.Definition(new Object(), group.descriptor())),
                        ignored -> group,
                        new StartReport("starts"));
        try {
            new ReadYourWritesExecutionHook().start("write", "UPDATE t SET x = 1", List.of(), identity, true);
            assertEquals(1, group.writes);
        } finally {
            RoutingRegistry.bindings().close(this);
        }
    }

    @Test
    void saysThatThePropertiesOfAStoreChangeAtARestartOnly() {
        DataSourceDescriptor write = GroupFixture.dataSource("write");
        try (RoutedGroupFixture ignored = open(Map.of("token-store", "MEMORY"), write)) {
            Map<String, String> changed = Map.of("token-store", "MEMORY", "token-store-timeout-milliseconds", "300");
            IllegalArgumentException ex = assertThrows(IllegalArgumentException.class, () -> open(changed, write));
            assertTrue(String.valueOf(ex.getMessage()).contains("takes a restart"), ex::getMessage);
        }
    }

    /** Counts how often it was told to part with its connections. */
    @SuppressWarnings("serial")
    public static final class PoolFixture extends HikariDataSource {

        private final AtomicInteger evictions = new AtomicInteger();

        /** Found by its name. */
        @Override
        public HikariPoolMXBean getHikariPoolMXBean() {
            return (HikariPoolMXBean) Proxy.newProxyInstance(
                    HikariPoolMXBean.class.getClassLoader(),
                    new Class<?>[] {HikariPoolMXBean.class},
                    (self, method, arguments) -> {
                        if (method.getName().equals("softEvictConnections")) {
                            evictions.incrementAndGet();
                        }
                        return null;
                    });
        }
    }
}
