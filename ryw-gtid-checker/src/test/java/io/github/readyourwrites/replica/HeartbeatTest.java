package io.github.readyourwrites.replica;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HeartbeatTest {

    private final Primary primary =
            new Primary(new ServerAddress("primary", 3306), System::nanoTime, () -> {}, new LostWrites(ignored -> {}));

    private volatile SQLException refusal = new SQLException("Access denied", "28000", 1045);

    private final Heartbeat heartbeat = new Heartbeat(
            primary,
            () -> {
                throw refusal;
            },
            HeartbeatTable.of("", "shop"),
            new HeartbeatSettings(HeartbeatMode.OFF, Duration.ofMillis(1), "", Duration.ZERO),
            new ReplicaEvents(),
            System::nanoTime);

    @BeforeEach
    void start() {
        primary.identify(FenceLinkFixture.PRIMARY, GtidSet.empty());
        // A doubt can be raised from now on, and nobody answers it.
        primary.open(
                new Fences(primary, new FenceLinkFixture(), new Tickets(), System::nanoTime),
                new MonitorSettings(Duration.ofMillis(1), Duration.ofSeconds(1), 200, Duration.ZERO));
        heartbeat.start();
    }

    @AfterEach
    void close() {
        heartbeat.close();
        primary.detachFences().run();
    }

    private void awaitTold(String trouble) {
        await().until(() -> heartbeat.snapshot().heartbeat().contains("no samples: " + trouble));
    }

    @Test
    void thatItIsTurnedAwayIsToldUntilItIsNot() {
        awaitTold("Access denied");
        heartbeat.connectBy(HeartbeatLinkFixture::new);
        await().until(() -> !heartbeat.snapshot().heartbeat().contains("no samples"));
    }

    @Test
    void primaryThatHasNoRoomIsNotInDoubt() {
        refusal = new SQLException("Too many connections", "08004", 1040);
        awaitTold("Too many connections");
        assertFalse(primary.isInDoubt());
    }

    @Test
    void primaryThatIsGoneIsInDoubt() {
        refusal = new SQLException("Connection refused", "08S01");
        awaitTold("Connection refused");
        await().until(primary::isInDoubt);
        assertTrue(primary.isInDoubt());
    }
}
