package io.github.readyourwrites.examples;

import io.github.readyourwrites.testcluster.MySqlCluster;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A part of the script that the replicas play, the same for every strategy.
 *
 * @param label what progress lines call it
 * @param length how long it lasts
 * @param begin what is done to the cluster as it begins
 */
record LagStep(String label, Duration length, Consumer<MySqlCluster> begin) {

    static final LagStep WARM_UP = new LagStep("warming up", Duration.ofSeconds(4), cluster -> {});

    /** The script. On a slow machine the last step lasts longer. */
    static List<LagStep> script() {
        return List.of(
                new LagStep("replicas follow as they can", Duration.ofSeconds(4), cluster -> {}),
                new LagStep(
                        "replica 0 stalls",
                        Duration.ofSeconds(6),
                        cluster -> cluster.replica(0).stopApplier()),
                new LagStep("replica 1 is a second behind", Duration.ofSeconds(5), cluster -> {
                    cluster.replica(0).startApplier();
                    cluster.replica(1).delay(1);
                }),
                // Longer than the sticky window: whoever wrote as it began and comes back before it ends sees old rows.
                new LagStep("both replicas stall", Duration.ofMillis(4500), cluster -> {
                    cluster.replica(0).stopApplier();
                    cluster.replica(1).stopApplier();
                }),
                new LagStep("replicas catch up", Duration.ofSeconds(5), cluster -> {
                    cluster.replica(0).startApplier();
                    cluster.replica(1).delay(0);
                    cluster.replica(1).startApplier();
                }));
    }
}
