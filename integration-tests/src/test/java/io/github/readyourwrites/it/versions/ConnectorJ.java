package io.github.readyourwrites.it.versions;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;

/** The release of Connector/J on the class path. */
public final class ConnectorJ {

    private ConnectorJ() {}

    /** Before 8.2.0 Connector/J takes the position of a write for a part of the message beside it: a mark takes its place. */
    public static void assumeReadsPositionsBesideMessages() throws SQLException {
        Driver driver = DriverManager.getDriver("jdbc:mysql://host/");
        int version = driver.getMajorVersion() * 100 + driver.getMinorVersion();
        assumeTrue(version >= 802, "Connector/J before 8.2.0 does not read positions beside messages");
    }
}
