package io.github.readyourwrites.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MonitorLinkTest {

    private long now;

    private @Nullable SQLException refusal;

    private final List<Opened> opened = new ArrayList<>();

    private final ReplicaLife life = new ReplicaLife();

    private final MonitorLink probe = link(false);

    private final MonitorLink watch = link(true);

    private MonitorLink link(boolean blocking) {
        return new MonitorLink(this::open, blocking, life, new StatementBudget(100, 0), () -> now);
    }

    private ReplicaLink open(boolean blocking) throws SQLException {
        if (refusal != null) {
            throw refusal;
        }
        Opened result = new Opened();
        opened.add(result);
        return result;
    }

    @Test
    void isKeptInOneLife() throws SQLException {
        assertSame(probe.get(), probe.get());
    }

    @Test
    void isMadeAnewInEachLife() throws SQLException {
        ReplicaLink first = probe.get();
        life.end("suspect");
        assertNotSame(first, probe.get());
        assertTrue(opened.get(0).closed);
        assertEquals(life.number(), probe.lifeNumber());
    }

    @Test
    void probeIsMadeAnewFromTimeToTime() throws SQLException {
        ReplicaLink first = probe.get();
        ReplicaLink watched = watch.get();
        now += TimeUnit.SECONDS.toNanos(10);
        assertNotSame(first, probe.get());
        assertTrue(opened.get(0).closed);
        assertSame(watched, watch.get());
    }

    @Test
    void goesOnForAWhileWhereTheServerHasNoRoom() throws SQLException {
        ReplicaLink first = probe.get();
        refusal = new SQLException("Too many connections", "08004", 1040);
        now += TimeUnit.SECONDS.toNanos(10);
        assertSame(first, probe.get());
        now += TimeUnit.SECONDS.toNanos(9);
        assertSame(first, probe.get());
        now += TimeUnit.SECONDS.toNanos(1);
        assertThrows(SQLException.class, probe::get);
        assertTrue(opened.get(0).closed);
    }

    @Test
    void endsWhereItIsRefused() throws SQLException {
        probe.get();
        refusal = new SQLException("Access denied", "28000", 1045);
        now += TimeUnit.SECONDS.toNanos(10);
        assertThrows(SQLException.class, probe::get);
        assertTrue(opened.get(0).closed);
    }

    @Test
    void isNotOpenedAfterItsEnd() {
        probe.abort();
        assertThrows(SQLException.class, probe::get);
        assertTrue(opened.get(0).closed);
    }

    private static final class Opened implements ReplicaLink {

        private boolean closed;

        @Override
        public Position position() {
            return new Position(GtidSet.empty(), new UUID(0, 1));
        }

        @Override
        public Position awaitExecuted(GtidSet floor) {
            return position();
        }

        @Override
        public void abort() {}

        @Override
        public void close() {
            closed = true;
        }
    }
}
