package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;

/**
 * Replicas without a server. Real monitors watch them; each look shows the same position, parsed anew as a server's
 * answer is.
 */
@NullMarked
public final class SteadyReplicas implements AutoCloseable {

    private static final MonitorSettings SETTINGS =
            new MonitorSettings(Duration.ofMillis(100), Duration.ofSeconds(1), 200, Duration.ofMinutes(1));

    private final CoarseClock coarseClock = new CoarseClock(System::nanoTime);

    private final List<ReplicaMonitor> monitors = new ArrayList<>();

    /** Starts {@code count} monitors and returns when each has seen {@code executed}. */
    public SteadyReplicas(int count, String executed) {
        coarseClock.start();
        for (int i = 0; i < count; i++) {
            ReplicaMonitor monitor = new ReplicaMonitor(
                    new ServerAddress("replica-" + i, 3306),
                    SETTINGS,
                    ignored -> new Link(executed),
                    System::nanoTime,
                    coarseClock);
            monitor.start();
            monitors.add(monitor);
            long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            if (ReplicaMonitor.awaitFirst(List.of(monitor), GtidSet.empty(), deadline, System::nanoTime) == null) {
                throw new IllegalStateException("a monitor sees nothing");
            }
        }
    }

    /** In order of their numbers. */
    public List<ReplicaMonitor> monitors() {
        return List.copyOf(monitors);
    }

    @Override
    public void close() {
        monitors.forEach(ReplicaMonitor::close);
        coarseClock.close();
    }

    private record Link(String executed) implements ReplicaLink {

        private static final UUID SERVER = UUID.fromString("33333333-3333-3333-3333-333333333333");

        @Override
        public Position position() {
            return new Position(GtidSet.parse(executed), SERVER);
        }

        @Override
        public Position awaitExecuted(GtidSet floor) {
            return position();
        }

        @Override
        public void abort() {}

        @Override
        public void close() {}
    }
}
