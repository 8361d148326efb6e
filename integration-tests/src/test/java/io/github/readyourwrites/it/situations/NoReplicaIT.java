package io.github.readyourwrites.it.situations;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static io.github.readyourwrites.it.situations.AccountFixture.READ;
import static io.github.readyourwrites.it.situations.AccountFixture.lastDecision;
import static io.github.readyourwrites.it.situations.AccountFixture.lastReason;
import static io.github.readyourwrites.it.situations.AccountFixture.update;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.lang.reflect.Field;
import java.sql.SQLException;
import java.time.Duration;
import org.apache.shardingsphere.infra.metadata.database.schema.QualifiedDataSource;
import org.apache.shardingsphere.infra.rule.attribute.datasource.StaticDataSourceRuleAttribute;
import org.apache.shardingsphere.infra.state.datasource.DataSourceState;
import org.apache.shardingsphere.mode.manager.ContextManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** No replica to read from, because all are dead or all are disabled: the primary serves until they are back. */
@ExtendWith(SharedCluster.class)
class NoReplicaIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @BeforeEach
    void createTable(MySqlCluster cluster) {
        AccountFixture.create(cluster);
    }

    @Test
    void stockRoundRobinFailsWithoutReplicas(MySqlCluster cluster) throws Exception {
        try (ShardingSphereFixture fixture = ShardingSphereFixture.open(cluster, ROUND_ROBIN)) {
            setState(fixture, "read_ds_0", DataSourceState.DISABLED);
            setState(fixture, "read_ds_1", DataSourceState.DISABLED);
            assertThrows(SQLException.class, () -> fixture.query(READ), "an empty list");
            setState(fixture, "read_ds_0", DataSourceState.ENABLED);
            setState(fixture, "read_ds_1", DataSourceState.ENABLED);
            cluster.replicas().forEach(MySqlServer::crash);
            for (int i = 0; i < 4; i++) {
                assertThrows(SQLException.class, () -> fixture.query(READ), "dead replicas");
            }
        }
    }

    /** ShardingSphere disables data sources at run time: its cluster mode calls what is called here. */
    @Test
    void readsFromThePrimaryWhileEveryReplicaIsDisabled(MySqlCluster cluster) throws Exception {
        try (ShardingSphereFixture fixture = open(cluster);
                RywSession session = RywSession.open()) {
            setState(fixture, "read_ds_0", DataSourceState.DISABLED);
            awaitTarget(fixture, "read_ds_1");
            // Whoever waits does not wait for a replica that is disabled either, though it would arrive.
            cluster.replica(1).stopApplier();
            fixture.execute(update(1));
            cluster.awaitCaughtUp(cluster.replica(0));
            assertEquals("1", fixture.query(READ));
            assertEquals(RouteReason.PRIMARY_AFTER_WAIT, lastReason());

            setState(fixture, "read_ds_1", DataSourceState.DISABLED);
            assertServedByThePrimary(fixture, "1", RouteReason.PRIMARY_NO_REPLICA);
            try (RywSession ignored = RywSession.open()) {
                assertServedByThePrimary(fixture, "1", RouteReason.PRIMARY_NO_REPLICA);
            }
            for (ConsistencyLevel each : ConsistencyLevel.values()) {
                session.require(each);
                assertServedByThePrimary(fixture, "1", RouteReason.PRIMARY_NO_REPLICA);
            }

            session.require(ConsistencyLevel.SESSION);
            setState(fixture, "read_ds_1", DataSourceState.ENABLED);
            setState(fixture, "read_ds_0", DataSourceState.ENABLED);
            assertEquals("1", fixture.query(READ));
            assertEquals("read_ds_0", lastDecision().target());
        }
    }

    @Test
    void readsFromThePrimaryWhileEveryReplicaIsDeadAndFromReplicasOnceTheyAreBack(MySqlCluster cluster)
            throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster);
                RywSession ignored = RywSession.open()) {
            awaitTarget(fixture, "read_ds_0");
            cluster.replicas().forEach(MySqlServer::crash);
            awaitTarget(fixture, "write_ds");
            fixture.execute(update(1));
            assertServedByThePrimary(fixture, "1", RouteReason.PRIMARY_NO_HEALTHY_REPLICA);
            try (RywSession other = RywSession.open()) {
                assertServedByThePrimary(fixture, "1", RouteReason.PRIMARY_NO_HEALTHY_REPLICA);
                other.require(ConsistencyLevel.STRONG);
                assertServedByThePrimary(fixture, "1", RouteReason.PRIMARY_NO_HEALTHY_REPLICA);
            }
            cluster.replicas().forEach(MySqlServer::restart);
            awaitTarget(fixture, "read_ds_0");
            awaitTarget(fixture, "read_ds_1");
            assertEquals("1", fixture.query(READ));
        }
    }

    private static void assertServedByThePrimary(ShardingSphereFixture fixture, String value, RouteReason reason)
            throws SQLException {
        for (int i = 0; i < 10; i++) {
            assertEquals(value, fixture.query(READ));
            assertEquals("write_ds", lastDecision().target());
            assertEquals(reason, lastReason());
        }
    }

    /** What every read gives meanwhile is fresh; connections of the pool that died with a server may fail. */
    private static void awaitTarget(ShardingSphereFixture fixture, String target) {
        await().atMost(PATIENCE)
                .pollInSameThread()
                .ignoreExceptionsInstanceOf(SQLException.class)
                .until(() -> {
                    fixture.query(READ);
                    return lastDecision().target().equals(target);
                });
    }

    private static ShardingSphereFixture open(MySqlCluster cluster) throws SQLException {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .loadBalancerProperties(
                        "wait-timeout-milliseconds: 1000, probe-timeout-milliseconds: 5000, session-includes-sessionless: false")
                .open(READ_YOUR_WRITES);
    }

    private static void setState(ShardingSphereFixture fixture, String dataSource, DataSourceState state)
            throws ReflectiveOperationException {
        Field field = fixture.dataSource().getClass().getDeclaredField("contextManager");
        field.setAccessible(true);
        ((ContextManager) field.get(fixture.dataSource()))
                .getDatabase("shop_db")
                .getRuleMetaData()
                .getAttributes(StaticDataSourceRuleAttribute.class)
                .forEach(each ->
                        each.updateStatus(new QualifiedDataSource("shop_db", "readwrite_ds", dataSource), state));
    }
}
