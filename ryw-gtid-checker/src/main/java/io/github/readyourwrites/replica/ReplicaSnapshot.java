package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * What is known of one replica at one moment. Immutable; {@code toString} is one line for people.
 *
 * @param address host and port
 * @param serverUuid its {@code server_uuid}, empty while it has not been observed
 * @param health whether reads are sent to it
 * @param inHealthFor for how long it has been so
 * @param lag how far it is behind at least; empty while that is not known
 * @param executed what it has executed at least; empty while it has not been observed
 * @param usualDelay the median, over a minute or two, of the time from a commit to its being readable here; empty while
 *     too little was measured
 * @param longDelay the 99th percentile of the same
 * @param waitingReads how many reads wait for it
 * @param replication what its own threads do, in words; empty where the account may not see it
 * @param trouble why nothing is known of it, in words; empty if something is
 */
public record ReplicaSnapshot(
        ServerAddress address,
        Optional<UUID> serverUuid,
        Health health,
        Duration inHealthFor,
        Optional<Duration> lag,
        GtidSet executed,
        Optional<Duration> usualDelay,
        Optional<Duration> longDelay,
        int waitingReads,
        String replication,
        String trouble) {

    @Override
    public String toString() {
        StringBuilder result = new StringBuilder();
        result.append(address).append(' ').append(health).append(" for ").append(text(inHealthFor));
        result.append(", lag ").append(lag.map(ReplicaSnapshot::text).orElse("unknown"));
        usualDelay.ifPresent(
                median -> result.append(", usually readable after ").append(text(median)));
        longDelay.ifPresent(
                percentile -> result.append(" (P99 ").append(text(percentile)).append(')'));
        result.append(", ").append(waitingReads).append(" reads wait");
        append(result, "replication ", replication);
        append(result, "", trouble);
        return result.toString();
    }

    private static void append(StringBuilder result, String label, String text) {
        if (!text.isEmpty()) {
            result.append(", ").append(label).append(text);
        }
    }

    private static String text(Duration duration) {
        return duration.compareTo(Duration.ofSeconds(10)) < 0
                ? duration.toMillis() + " ms"
                : duration.toSeconds() + " s";
    }
}
