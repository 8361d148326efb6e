package io.github.readyourwrites.replica;

import java.sql.SQLException;
import java.time.Duration;

/** A primary that a group of an open data source writes to, until closed; it answers no fence. */
public final class WrittenToFixture implements AutoCloseable {

    private final Primary primary;

    /** A group writes to {@code primary} from now on. */
    public WrittenToFixture(Servers servers, Primary primary) {
        this.primary = primary;
        FenceLink.Source nowhere = () -> {
            throw new SQLException("there is no server");
        };
        MonitorSettings settings =
                new MonitorSettings(Duration.ofSeconds(1), Duration.ofSeconds(2), 1, Duration.ofMinutes(1));
        primary.open(new Fences(primary, nowhere, servers.tickets(), servers.clock()), settings);
    }

    @Override
    public void close() {
        primary.detachFences().run();
    }
}
