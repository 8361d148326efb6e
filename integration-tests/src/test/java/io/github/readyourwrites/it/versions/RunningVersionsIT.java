package io.github.readyourwrites.it.versions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The versions at run time are those that were asked for, and are written down for {@code bin/compatibility}. */
@Tag("central")
@Tag("versions")
@ExtendWith(SharedCluster.class)
class RunningVersionsIT {

    private static final Path REPORT = Path.of("target", "running-versions.txt");

    @Test
    void versionsAreThoseAskedFor(MySqlCluster cluster) throws SQLException, IOException {
        String shardingSphere = ShardingSphereAtRunTime.version();
        String connector = connector(cluster);
        Files.write(
                REPORT, List.of(shardingSphere, connector, cluster.version(), System.getProperty("java.version", "")));

        assertEquals(System.getProperty("shardingsphere.version", shardingSphere), shardingSphere);
        assertEquals(System.getProperty("connector-j.version", connector), connector);
    }

    private static String connector(MySqlCluster cluster) throws SQLException {
        try (Connection connection = cluster.primary().connect()) {
            DatabaseMetaData metaData = connection.getMetaData();
            return metaData.getDriverVersion().replaceFirst("mysql-connector-j-(\\S+).*", "$1");
        }
    }
}
