package io.github.readyourwrites.it.badinput;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.apache.shardingsphere.driver.jdbc.core.connection.ShardingSphereConnection;
import org.apache.shardingsphere.infra.algorithm.loadbalancer.core.LoadBalanceAlgorithm;
import org.apache.shardingsphere.infra.spi.type.typed.TypedSPILoader;
import org.apache.shardingsphere.readwritesplitting.rule.ReadwriteSplittingRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Names that ShardingSphere may offer a load balancer, and should not. */
@ExtendWith(SharedCluster.class)
class WrongNamesIT {

    private static final String GROUP = "readwrite_ds";

    @Test
    void emptyListGoesToThePrimary(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = ShardingSphereFixture.open(cluster, "READ_YOUR_WRITES")) {
            assertEquals("write_ds", loadBalancer(fixture).getTargetName(GROUP, List.of()));
            assertEquals(
                    RouteReason.PRIMARY_NO_REPLICA,
                    RywSession.lastDecision().orElseThrow().reason());
        }
        RefusedStart.assertNothingLeft(cluster);
    }

    @Test
    void nameOutsideTheListIsRefused(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = ShardingSphereFixture.open(cluster, "READ_YOUR_WRITES")) {
            LoadBalanceAlgorithm loadBalancer = loadBalancer(fixture);
            SQLException ex = assertThrows(SQLException.class, () -> {
                // Round robin: one of two is the name that the rule does not have.
                loadBalancer.getTargetName(GROUP, List.of("read_ds_0", "read_ds_7"));
                loadBalancer.getTargetName(GROUP, List.of("read_ds_0", "read_ds_7"));
            });
            assertTrue(String.valueOf(ex.getMessage()).contains("`read_ds_7`"), ex.getMessage());
            assertTrue(String.valueOf(ex.getMessage()).contains("readDataSourceNames"), ex.getMessage());
        }
    }

    @Test
    void groupOfNobodyIsRefused() {
        LoadBalanceAlgorithm loadBalancer =
                TypedSPILoader.getService(LoadBalanceAlgorithm.class, "READ_YOUR_WRITES", new Properties());
        SQLException ex =
                assertThrows(SQLException.class, () -> loadBalancer.getTargetName(GROUP, List.of("read_ds_0")));
        assertTrue(String.valueOf(ex.getMessage())
                .contains("'readwrite_ds' belongs to no open ShardingSphere data source"));
    }

    private static LoadBalanceAlgorithm loadBalancer(ShardingSphereFixture fixture) throws SQLException {
        try (ShardingSphereConnection connection = fixture.connect().unwrap(ShardingSphereConnection.class)) {
            return requireNonNull(connection
                            .getContextManager()
                            .getMetaDataContexts()
                            .getMetaData()
                            .getDatabase(connection.getCurrentDatabaseName())
                            .getRuleMetaData()
                            .getSingleRule(ReadwriteSplittingRule.class)
                            .getDataSourceRuleGroups()
                            .get(GROUP))
                    .getLoadBalancer();
        }
    }
}
