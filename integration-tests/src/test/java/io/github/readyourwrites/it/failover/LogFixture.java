package io.github.readyourwrites.it.failover;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** The warnings that the plugin logs while this is open. */
final class LogFixture implements AutoCloseable {

    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.readyourwrites");

    LogFixture() {
        appender.start();
        logger.addAppender(appender);
    }

    List<String> warnings(String part) {
        return List.copyOf(appender.list).stream()
                .filter(each -> each.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .filter(each -> each.contains(part))
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
    }
}
