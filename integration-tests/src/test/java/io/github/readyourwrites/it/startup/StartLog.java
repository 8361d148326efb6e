package io.github.readyourwrites.it.startup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.readyourwrites.it.ShardingSphereFixture;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.slf4j.LoggerFactory;

/** The blocks that the plugin logs while this is open. */
final class StartLog implements AutoCloseable {

    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    StartLog() {
        appender.start();
        logger().addAppender(appender);
    }

    /** Opens and closes the data source and returns the only block that it gave. */
    static Block of(ShardingSphereFixture.Builder builder) throws SQLException {
        try (StartLog log = new StartLog()) {
            builder.open(ShardingSphereFixture.READ_YOUR_WRITES).close();
            return log.block();
        }
    }

    Block block() {
        List<ILoggingEvent> blocks = blocks();
        assertEquals(1, blocks.size(), blocks::toString);
        return new Block(blocks.get(0).getLevel(), blocks.get(0).getFormattedMessage());
    }

    List<ILoggingEvent> blocks() {
        return List.copyOf(appender.list);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger("io.github.readyourwrites.loadbalance.StartReport");
    }

    @Override
    public void close() {
        logger().detachAppender(appender);
    }

    /** One log event. */
    record Block(Level level, String text) {

        List<String> warnings() {
            return findings("warning");
        }

        List<String> findings(String severity) {
            return text.lines()
                    .map(String::trim)
                    .filter(each -> each.startsWith(severity + ": "))
                    .toList();
        }

        /** One of the findings contains every part, and how to mend it. */
        Block assertFound(String severity, String... parts) {
            assertTrue(
                    findings(severity).stream()
                            .anyMatch(each -> each.contains("Remedy: ")
                                    && Arrays.stream(parts).allMatch(each::contains)),
                    () -> Arrays.toString(parts) + " in " + text);
            return this;
        }

        Block assertWarned(String... parts) {
            assertEquals(Level.WARN, level, text);
            return assertFound("warning", parts);
        }

        Block assertSilentOn(String part) {
            assertFalse(
                    text.lines().anyMatch(each -> each.contains("Remedy: ") && each.contains(part)),
                    () -> part + " in " + text);
            return this;
        }
    }
}
