package io.github.readyourwrites.replica;

import static io.github.readyourwrites.replica.FenceLinkFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.ServerAddress;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HeartbeatWriterTest {

    private static final long MILLISECOND = 1_000_000;

    private final HeartbeatLinkFixture link = new HeartbeatLinkFixture();

    private long now;

    private HeartbeatWriter writer(HeartbeatMode mode, String table) throws SQLException {
        return writer(mode, table, Duration.ofMillis(500));
    }

    private HeartbeatWriter writer(HeartbeatMode mode, String table, Duration interval) throws SQLException {
        HeartbeatWriter result = new HeartbeatWriter(
                new ServerAddress("primary", 3306),
                HeartbeatTable.of(table, "shop"),
                new HeartbeatSettings(mode, interval, table, Duration.ZERO),
                () -> now);
        result.connected(link);
        return result;
    }

    private boolean beat(HeartbeatWriter writer, @Nullable Long ageMillis) throws SQLException {
        link.ageMicros = ageMillis == null ? null : TimeUnit.MILLISECONDS.toMicros(ageMillis);
        return writer.write(link, link.read(writer.hasTable()));
    }

    @Test
    void writesWhatIsOldAndLeavesWhatIsYoung() throws SQLException {
        HeartbeatWriter writer = writer(HeartbeatMode.AUTO, "");
        assertFalse(beat(writer, 0L));
        assertFalse(beat(writer, 370L));
        assertTrue(beat(writer, 380L));
        assertTrue(beat(writer, null), "there is no row yet");
        assertTrue(beat(writer, -3_600_000L), "a clock set back has left it");
    }

    @Test
    void writesNothingWhereThePrimaryIsReadOnly() throws SQLException {
        HeartbeatWriter writer = writer(HeartbeatMode.AUTO, "");
        link.readOnly = true;
        assertFalse(beat(writer, 1_000L));
    }

    @Test
    void writesNothingWhereItIsOff() throws SQLException {
        assertFalse(beat(writer(HeartbeatMode.OFF, ""), 1_000L));
        assertEquals(List.of("position"), link.done);
    }

    @Test
    void makesTheTableOnlyWhereThatIsAskedForAndItIsMissing() throws SQLException {
        writer(HeartbeatMode.CREATE, "");
        link.table = false;
        writer(HeartbeatMode.AUTO, "");
        writer(HeartbeatMode.OFF, "");
        assertEquals(List.of(), link.done);
        assertTrue(writer(HeartbeatMode.CREATE, "").hasTable());
        assertEquals(List.of("create"), link.done);
    }

    @Test
    void withoutTheRightToMakeItPositionsHaveToDo() throws SQLException {
        link.table = false;
        link.writable = false;
        HeartbeatWriter writer = writer(HeartbeatMode.CREATE, "");
        assertFalse(writer.hasTable());
        assertFalse(beat(writer, null));
        assertEquals(List.of("create", "position"), link.done);
    }

    @Test
    void withoutTheRightToWriteItIsLeftToOthersAndTriedAgainLater() throws SQLException {
        link.writable = false;
        HeartbeatWriter writer = writer(HeartbeatMode.AUTO, "");
        assertFalse(beat(writer, 1_000L));
        link.writable = true;
        assertFalse(beat(writer, 1_000L));
        now += 61_000 * MILLISECOND;
        assertTrue(beat(writer, 1_000L));
    }

    @Test
    void tableOfSomebodyElseIsNeverWritten() throws SQLException {
        HeartbeatWriter writer = writer(HeartbeatMode.CREATE, "percona.heartbeat");
        assertFalse(beat(writer, null));
        assertEquals(List.of("read"), link.done);
    }

    @Test
    void writerThatStopsIsDeadAfterAWhileAndAliveWhenItWrites() throws SQLException {
        HeartbeatWriter writer = writer(HeartbeatMode.AUTO, "percona.heartbeat");
        beat(writer, null);
        now += 5_000 * MILLISECOND;
        beat(writer, null);
        assertEquals("`percona`.`heartbeat`", writer.describe());
        now += MILLISECOND;
        beat(writer, null);
        assertTrue(writer.describe().endsWith("whose writer is dead"), writer::describe);
        link.stamp = "2026-01-01T00:00:09";
        beat(writer, null);
        assertEquals("`percona`.`heartbeat`", writer.describe());
    }

    @Test
    void writerIsFoundDeadThoughTheTableIsLookedForAgainMeanwhile() throws SQLException {
        Duration interval = Duration.ofSeconds(20);
        HeartbeatWriter writer = writer(HeartbeatMode.AUTO, "percona.heartbeat", interval);
        beat(writer, null);
        for (int i = 0; i < 6; i++) {
            now += interval.toNanos();
            beat(writer, null);
        }
        assertTrue(writer.describe().endsWith("whose writer is dead"), writer::describe);
    }

    /** What the heartbeat samples is what replicas are measured by; another server's answer is not. */
    @Test
    void beatSamplesThePrimaryThatIsKnownAndNoOther() throws SQLException {
        Primary primary =
                new Primary(new ServerAddress("primary", 3306), () -> now, () -> {}, new LostWrites(ignored -> {}));
        primary.identify(FenceLinkFixture.PRIMARY, gtids("1"));
        ReplicaMonitor replica = new ReplicaMonitor(
                new ServerAddress("replica", 3306),
                new MonitorSettings(Duration.ofMillis(100), Duration.ofSeconds(10), 200, Duration.ZERO),
                ignored -> new ReplicaLinkFixture(),
                () -> now,
                () -> now);
        ReplicaLinkFixture replicaLink = new ReplicaLinkFixture();
        replicaLink.executed("1");
        primary.attach(replica);
        replica.look(replicaLink, replica.incarnation(), null);
        HeartbeatTable table = HeartbeatTable.of("", "shop");
        HeartbeatSettings settings =
                new HeartbeatSettings(HeartbeatMode.OFF, Duration.ofMillis(500), "", Duration.ZERO);
        Heartbeat heartbeat = new Heartbeat(primary, () -> link, table, settings, new ReplicaEvents(), () -> now);
        link.executed = 2;
        link.serverUuid = UUID.fromString("44444444-4444-4444-4444-444444444444");
        now += 500 * MILLISECOND;
        heartbeat.beat(link);
        now += 500 * MILLISECOND;
        assertEquals(0, replica.lagNanos(), "another server tells nothing");
        link.serverUuid = FenceLinkFixture.PRIMARY;
        heartbeat.beat(link);
        now += 500 * MILLISECOND;
        assertEquals(500 * MILLISECOND, replica.lagNanos());
        replicaLink.executed("1-2");
        replica.look(replicaLink, replica.incarnation(), null);
        now += 400 * MILLISECOND;
        assertEquals(
                500 * MILLISECOND, replica.lagNanos(), () -> replica.snapshot().toString());
        heartbeat.beat(link);
        assertEquals(0, replica.lagNanos(), "it had already what the primary has");
        assertEquals(SemiSync.OFF, heartbeat.snapshot().semiSync());
    }
}
