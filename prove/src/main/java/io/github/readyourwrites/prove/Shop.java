package io.github.readyourwrites.prove;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;

/** One ShardingSphere data source over the primary and the replicas. Thread-safe. */
final class Shop implements AutoCloseable {

    private final DataSource dataSource;

    private Shop(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** The tables must exist. */
    static Shop open(String yaml) throws SQLException, IOException {
        return new Shop(YamlShardingSphereDataSourceFactory.createDataSource(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    Connection connect() throws SQLException {
        return dataSource.getConnection();
    }

    @Override
    public void close() throws SQLException {
        try {
            ((AutoCloseable) dataSource).close();
        } catch (SQLException | RuntimeException ex) {
            throw ex;
        } catch (Exception ex) {
            throw new SQLException("Cannot close the data source", ex);
        }
    }
}
