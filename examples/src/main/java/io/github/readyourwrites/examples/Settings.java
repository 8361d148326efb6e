package io.github.readyourwrites.examples;

import io.github.readyourwrites.testcluster.MySqlCluster;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** How the demo was run. */
final class Settings {

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT);

    private Settings() {}

    /** Asks the primary for its version. */
    static List<Setting> read(MySqlCluster cluster) {
        return List.of(
                new Setting("Command", "bin/demo"),
                new Setting("Run", DATE.format(ZonedDateTime.now(ZoneOffset.UTC))),
                new Setting(
                        "MySQL",
                        cluster.primary().queryString("SELECT VERSION()")
                                + ", a primary and two asynchronous replicas"),
                new Setting(
                        "ShardingSphere-JDBC", version(org.apache.shardingsphere.driver.ShardingSphereDriver.class)),
                new Setting("Connector/J", version(com.mysql.cj.jdbc.Driver.class)),
                new Setting("Java", Runtime.version().feature() + " (" + System.getProperty("java.vm.name") + ")"),
                new Setting(
                        "Machine",
                        Runtime.getRuntime().availableProcessors() + " processors, "
                                + System.getProperty("os.name") + " " + System.getProperty("os.arch")
                                + ", servers and customers together"),
                new Setting("Customers", StrategyRun.CUSTOMERS + ", served by " + StrategyRun.THREADS + " threads"));
    }

    private static String version(Class<?> type) {
        return Objects.requireNonNullElse(type.getPackage().getImplementationVersion(), "unknown");
    }
}
