package io.github.readyourwrites.loadbalance;

import static io.github.readyourwrites.loadbalance.RoutedGroupFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedList;
import java.util.List;
import java.util.Properties;
import org.apache.shardingsphere.infra.algorithm.loadbalancer.core.LoadBalanceAlgorithm;
import org.apache.shardingsphere.infra.spi.type.typed.TypedSPILoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A read that need not wait is routed without garbage, asked as ShardingSphere asks. */
class RoutingAllocationTest {

    private static final int CALLS = 20_000;

    private final ReadYourWritesLoadBalanceAlgorithm algorithm = (ReadYourWritesLoadBalanceAlgorithm)
            TypedSPILoader.getService(LoadBalanceAlgorithm.class, "READ_YOUR_WRITES", new Properties());

    private final RoutedGroupFixture group =
            new RoutedGroupFixture(16, Duration.ofHours(1), System::nanoTime, algorithm.inner());

    /** Of the kind that ShardingSphere gives. */
    @SuppressWarnings("JdkObsolete")
    private final List<String> available = new LinkedList<>(group.available);

    @BeforeEach
    void open() throws SQLException {
        RoutingRegistry.bindings()
                .open(
                        this,
                        () -> List.of(new GroupSource.Definition(algorithm, group.descriptor)),
                        ignored -> group.group,
                        new StartReport("starts"));
    }

    @AfterEach
    void close() {
        RoutingRegistry.bindings().close(this);
    }

    @Test
    void allocatesNothingWithoutAFloor() {
        group.executed(gtids("1-5"));
        assertAllocatesNothing(RouteReason.NO_FLOOR);
    }

    @Test
    void allocatesNothingInASessionWithTwoFloors() {
        group.executed(gtids("1-5"));
        group.committed(gtids("4"));
        try (RywSession ignored = RywSession.open("user:42")) {
            group.committed(gtids("5"));
            assertAllocatesNothing(RouteReason.REPLICA_HAD_FLOOR);
        }
    }

    @Test
    void allocatesNothingInAResumedSession() {
        group.executed(gtids("1-5"));
        String token;
        try (RywSession session = RywSession.open()) {
            group.committed(gtids("5"));
            token = session.token();
        }
        try (RywSession ignored = RywSession.resume(token)) {
            assertAllocatesNothing(RouteReason.REPLICA_HAD_FLOOR);
        }
    }

    @Test
    void allocatesNothingOverFragmentedSets() {
        group.executed(fragmented());
        try (RywSession ignored = RywSession.open()) {
            group.committed(fragmented());
            assertAllocatesNothing(RouteReason.REPLICA_HAD_FLOOR);
        }
    }

    @Test
    void allocatesNothingWhereOneOfManyHasTheFloor() {
        group.executed(gtids("1-5"));
        group.replicas.get(7).executed(gtids("1-6"));
        try (RywSession ignored = RywSession.open()) {
            group.committed(gtids("6"));
            assertAllocatesNothing(RouteReason.REPLICA_HAD_FLOOR);
        }
    }

    /** Ten sources of a hundred intervals each. */
    private static GtidSet fragmented() {
        StringBuilder result = new StringBuilder();
        for (int source = 0; source < 10; source++) {
            result.append(source == 0 ? "" : ",").append("11111111-1111-1111-1111-11111111111" + source);
            for (int i = 0; i < 100; i++) {
                result.append(':').append(10 * i + 1).append('-').append(10 * i + 9);
            }
        }
        return GtidSet.parse(result.toString());
    }

    private void assertAllocatesNothing(RouteReason expected) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        assumeTrue(threads.isThreadAllocatedMemorySupported(), "this JVM does not count allocation by thread");
        route();
        long before = threads.getCurrentThreadAllocatedBytes();
        route();
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertEquals(expected, RywSession.lastDecision().orElseThrow().reason());
        assertTrue(allocated < CALLS, () -> "allocated " + allocated + " bytes in " + CALLS + " calls");
    }

    private void route() {
        for (int i = 0; i < CALLS; i++) {
            algorithm.getTargetName(RoutedGroupFixture.NAME, available);
        }
    }
}
