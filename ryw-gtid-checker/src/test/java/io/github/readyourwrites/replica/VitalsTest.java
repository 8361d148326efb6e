package io.github.readyourwrites.replica;

import static io.github.readyourwrites.replica.FenceLinkFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A replica that has what the primary had, and then comes back with less. */
@Timeout(60)
class VitalsTest {

    private static final UUID OTHER = UUID.fromString("44444444-4444-4444-4444-444444444444");

    private final ReplicaLife life = new ReplicaLife();

    private volatile Runnable whenTheClockIsRead = () -> {};

    private final Vitals vitals = new Vitals(
            new MonitorSettings(Duration.ofMillis(100), Duration.ofSeconds(1), 200, Duration.ZERO), life, this::now);

    private long now() {
        Runnable once = whenTheClockIsRead;
        whenTheClockIsRead = () -> {};
        once.run();
        return 2;
    }

    private void answered(String intervals, UUID server, long number) {
        vitals.answered(new Observation(gtids(intervals), server, number, 1));
    }

    @BeforeEach
    void sample() {
        vitals.sampled(new Sample(gtids("1-10"), 0, 1));
    }

    @Test
    void answerOfAnEndedLifeMakesTheNextOneNoBetter() throws InterruptedException {
        Thread hook = new Thread(() -> vitals.failed(Health.UNKNOWN, "a read failed"));
        // Between the answer's publication and what is concluded from it, if there is such a time.
        whenTheClockIsRead = () -> {
            hook.start();
            while (hook.getState() != Thread.State.BLOCKED && hook.getState() != Thread.State.TERMINATED) {
                Thread.onSpinWait();
            }
        };
        answered("1-10", ReplicaLinkFixture.REPLICA, 0);
        hook.join();
        for (int i = 0; i < HealthJudge.LOOKS_TO_RETURN; i++) {
            answered("1-3", ReplicaLinkFixture.REPLICA, 1);
        }
        assertEquals(Health.LAGGING, vitals.health());
    }

    @Test
    void secondServerAtTheAddressIsMeasuredAnew() {
        answered("1-10", ReplicaLinkFixture.REPLICA, 0);
        assertEquals(Health.UP, vitals.health());
        answered("1-3", OTHER, 0);
        assertNull(life.observation());
        assertEquals(Health.UNKNOWN, vitals.health());
        answered("1-3", OTHER, 1);
        assertEquals(Health.LAGGING, vitals.health());
    }
}
