package io.github.readyourwrites.prove;

import io.github.readyourwrites.session.ConsistencyLevel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What a run is to be.
 *
 * @param duration how long clients work
 * @param level what the rule promises, where a read asks for nothing else
 * @param clients threads of each JVM
 * @param readsPerSecond of all JVMs together, at most
 * @param summary where the JSON goes
 */
record Settings(
        Duration duration,
        Strategy strategy,
        ConsistencyLevel level,
        List<Fault> faults,
        long seed,
        int jvms,
        int clients,
        int keys,
        int readsPerSecond,
        Path summary) {

    Settings {
        faults = List.copyOf(faults);
    }

    List<Fault> faultsOfServers() {
        return faults.stream().filter(each -> !each.isOfRedis()).toList();
    }

    List<Fault> faultsOfRedis() {
        return faults.stream().filter(Fault::isOfRedis).toList();
    }

    /** Whether several JVMs have the same sessions. */
    boolean isShared() {
        return jvms > 1;
    }

    /** Whether they share them by a store; the controls go without. */
    boolean isStored() {
        return strategy == Strategy.READ_YOUR_WRITES && isShared();
    }
}
