package io.github.readyourwrites.prove;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.prove.history.Rule;
import io.github.readyourwrites.prove.history.Violation;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Short runs of the proof; {@code bin/prove} makes long ones. */
class ProofIT {

    private static MySqlCluster cluster;

    @BeforeAll
    static void start() {
        cluster = MySqlCluster.start(2);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @AfterEach
    void heal() {
        cluster().heal();
    }

    private static MySqlCluster cluster() {
        return requireNonNull(cluster);
    }

    @Test
    void twoJvmsUnderFaultsViolateNothing() throws Exception {
        Summary summary = run("--seconds", "10", "--faults", "APPLIERS,LINK,LOCK");
        assertEquals(List.of(), summary.verdict().violations(), summary::excerpts);
        assertTrue(summary.verdict().checks().getOrDefault(Rule.READ_YOUR_WRITES, 0L) > 0, summary::toJson);
    }

    @Test
    void roundRobinIsCaught() throws Exception {
        assertCaught(run("--seconds", "4", "--faults", "none", "--jvms", "1", "--strategy", "ROUND_ROBIN"));
    }

    @Test
    void stickyWindowIsCaught() throws Exception {
        assertCaught(run("--seconds", "6", "--faults", "none", "--jvms", "1", "--strategy", "STICKY"));
    }

    /** Replicas have the tables and nothing that clients write, so a control reads the past whenever it reads from one. */
    private Summary run(String... arguments) throws Exception {
        Settings settings = Arguments.parse(arguments);
        if (settings.strategy() == Strategy.READ_YOUR_WRITES) {
            return Proof.run(cluster(), settings, () -> {});
        }
        return Proof.run(cluster(), settings, () -> cluster().replicas().forEach(MySqlServer::stopApplier));
    }

    private static void assertCaught(Summary summary) {
        List<Rule> rules =
                summary.verdict().violations().stream().map(Violation::rule).toList();
        assertTrue(rules.contains(Rule.READ_YOUR_WRITES), summary::toJson);
        assertTrue(summary.excerpts().contains(" reads key "), summary::excerpts);
    }
}
