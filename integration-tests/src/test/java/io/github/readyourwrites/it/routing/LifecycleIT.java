package io.github.readyourwrites.it.routing;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.loadbalance.GroupsFixture;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.lang.reflect.Field;
import java.sql.SQLException;
import java.util.List;
import org.apache.shardingsphere.mode.manager.ContextManager;
import org.apache.shardingsphere.readwritesplitting.rule.ReadwriteSplittingRule;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Groups start and end with their ShardingSphere data source, and follow a rule that is rebuilt. */
class LifecycleIT {
    private static MySqlCluster cluster;
    private GroupsFixture groups;

    @BeforeAll
    static void startCluster() {
        cluster = MySqlCluster.start(1);
        cluster.primary().execute("CREATE TABLE t (id INT PRIMARY KEY, v INT)", "INSERT INTO t VALUES (1, 0)");
        cluster.awaitCaughtUp();
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @BeforeEach
    void install() {
        groups = new GroupsFixture();
    }

    @AfterEach
    void restore() {
        groups.close();
    }

    @Test
    void describesEachGroupOnceAndClosesIt() throws Exception {
        try (ShardingSphereFixture ignored =
                ShardingSphereFixture.openUntracked(cluster, "READ_YOUR_WRITES", "FIXED")) {
            assertEquals(List.of("create shop_db.readwrite_ds write_ds [read_ds_0] FIXED"), groups.drain());
        }
        assertEquals(List.of("close readwrite_ds"), groups.drain());
    }

    @Test
    void twoDataSourcesWithEqualNamesShareNothing() throws Exception {
        try (ShardingSphereFixture first =
                ShardingSphereFixture.openUntracked(cluster, "READ_YOUR_WRITES", "DYNAMIC")) {
            ShardingSphereFixture second = ShardingSphereFixture.openUntracked(cluster, "READ_YOUR_WRITES", "DYNAMIC");
            second.close();
            groups.drain();
            first.execute("UPDATE t SET v = v");
            assertEquals("0", first.query("SELECT v FROM t"));
            assertEquals(List.of("readwrite_ds: untracked", "readwrite_ds: route preferred null"), groups.drain());
        }
    }

    @Test
    void refusedStartClosesThePoolsAndKeepsTheMessage() {
        SQLException refusal = new SQLException("gtid_mode is OFF");
        groups.failStarts(refusal);
        assertSame(
                refusal,
                assertThrows(
                        SQLException.class,
                        () -> ShardingSphereFixture.openUntracked(cluster, "READ_YOUR_WRITES", "DYNAMIC")));
        await().until(() -> connections() == 0);
    }

    private static int connections() {
        return Integer.parseInt(cluster.primary()
                        .queryString("SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'app'"))
                + Integer.parseInt(cluster.replica(0)
                        .queryString("SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'app'"));
    }

    @Test
    void wrongPropertyFailsTheStartWithItsName() {
        RuntimeException ex = assertThrows(
                RuntimeException.class,
                () -> ShardingSphereFixture.builder()
                        .group("readwrite_ds", "", cluster)
                        .loadBalancerProperties("wait-timeout: 5")
                        .untracked()
                        .open("READ_YOUR_WRITES"));
        assertTrue(String.valueOf(ex.getMessage()).contains("unknown property 'wait-timeout'"), ex.getMessage());
    }

    @Test
    void takesYamlNumbersAndBooleans() throws Exception {
        ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .loadBalancerProperties("wait-timeout-milliseconds: 5, session-includes-sessionless: false")
                .untracked()
                .open("READ_YOUR_WRITES")
                .close();
    }

    @Test
    void followsARebuiltRule() throws Exception {
        try (ShardingSphereFixture fixture =
                ShardingSphereFixture.openUntracked(cluster, "READ_YOUR_WRITES", "DYNAMIC")) {
            groups.drain();
            ContextManager contextManager = contextManager(fixture);
            ReadwriteSplittingRule rule =
                    contextManager.getDatabase("shop_db").getRuleMetaData().getSingleRule(ReadwriteSplittingRule.class);
            contextManager
                    .getMetaDataContextManager()
                    .getDatabaseRuleConfigurationManager()
                    .alterRuleConfiguration("shop_db", rule.getConfiguration());
            assertEquals("0", fixture.query("SELECT v FROM t"));
            assertEquals(
                    List.of(
                            "create shop_db.readwrite_ds write_ds [read_ds_0] DYNAMIC",
                            "close readwrite_ds",
                            "readwrite_ds: route preferred null"),
                    groups.drain());
        }
        assertEquals(List.of("close readwrite_ds"), groups.drain());
    }

    private static ContextManager contextManager(ShardingSphereFixture fixture) throws ReflectiveOperationException {
        Field field = fixture.dataSource().getClass().getDeclaredField("contextManager");
        field.setAccessible(true);
        return (ContextManager) field.get(fixture.dataSource());
    }
}
