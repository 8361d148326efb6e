package io.github.readyourwrites.propagation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.session.ReadView;
import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.session.ThreadScope;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.shardingsphere.infra.hint.HintManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RywThreadLocalAccessorTest {

    private final ExecutorService other = Executors.newSingleThreadExecutor();

    private final ContextSnapshotFactory snapshots =
            ContextSnapshotFactory.builder().build();

    @BeforeEach
    void startThread() throws Exception {
        ThreadScope.current().decided(null);
        assertEquals(Carried.NOTHING, other.submit(Carried::seen).get());
    }

    @AfterEach
    void endThread() throws Exception {
        assertEquals(Carried.NOTHING, other.submit(Carried::seen).get());
        assertEquals(Optional.empty(), RywSession.current());
        other.shutdownNow();
    }

    @Test
    void registryWithoutTheServiceCarriesNothing() throws Exception {
        try (RywSession ignored = RywSession.open("a")) {
            ContextSnapshot snapshot = ContextSnapshotFactory.builder()
                    .contextRegistry(new ContextRegistry())
                    .build()
                    .captureAll();
            assertEquals(
                    Carried.NOTHING, other.submit(snapshot.wrap(Carried::seen)).get());
        }
    }

    @Test
    void serviceIsFoundAndCarriesTheSession() throws Exception {
        try (RywSession session = RywSession.open("a")) {
            ContextSnapshot snapshot = snapshots.captureAll();
            assertEquals(
                    Carried.of(session),
                    other.submit(snapshot.wrap(Carried::seen)).get());
            assertSame(session, RywSession.current().orElseThrow());
        }
    }

    @Test
    void readsFromThePrimaryAreCarried() throws Exception {
        try (RywSession.PrimaryScope ignored = RywSession.readFromPrimary()) {
            ContextSnapshot snapshot = snapshots.captureAll();
            assertTrue(other.submit(snapshot.wrap(() -> ReadView.current().isPrimaryRequested()))
                    .get());
        }
        assertFalse(other.submit(() -> ReadView.current().isPrimaryRequested()).get());
    }

    @Test
    void scopeOnTheSessionsOwnThreadLeavesNothingOnceTheSessionIsClosed() {
        try (RywSession session = RywSession.open("a")) {
            try (ContextSnapshot.Scope ignored = snapshots.captureAll().setThreadLocals()) {
                assertSame(session, RywSession.current().orElseThrow());
            }
            assertSame(session, RywSession.current().orElseThrow());
        }
        assertEquals(Optional.empty(), RywSession.current());
    }

    @Test
    void snapshotOutlivesTheSessionOnItsOwnThread() {
        RywSession a = RywSession.open("a");
        ContextSnapshot snapshot = snapshots.captureAll();
        a.close();
        try (RywSession b = RywSession.open("b")) {
            try (ContextSnapshot.Scope ignored = snapshot.setThreadLocals()) {
                assertSame(a, RywSession.current().orElseThrow());
            }
            assertSame(b, RywSession.current().orElseThrow());
        }
    }

    @Test
    void snapshotOfNothingClearsWhereItIsTold() {
        ContextSnapshotFactory clearing =
                ContextSnapshotFactory.builder().clearMissing(true).build();
        ContextSnapshot nothing = clearing.captureAll();
        try (RywSession session = RywSession.open("a");
                HintManager ignored = HintManager.getInstance()) {
            try (ContextSnapshot.Scope scope = nothing.setThreadLocals()) {
                assertEquals(Optional.empty(), RywSession.current(), String.valueOf(scope));
                // What is not ours is left alone.
                assertTrue(HintManager.isInstantiated());
            }
            assertSame(session, RywSession.current().orElseThrow());
        }
    }

    @Test
    void lastDecisionStaysTheThreads() {
        RouteDecision decision = new RouteDecision("group", "read_ds_0", RouteReason.NO_FLOOR, Duration.ZERO);
        ContextSnapshot snapshot;
        try (RywSession ignored = RywSession.open("a")) {
            snapshot = snapshots.captureAll();
        }
        try (ContextSnapshot.Scope ignored = snapshot.setThreadLocals()) {
            ThreadScope.current().decided(decision);
        }
        assertSame(decision, RywSession.lastDecision().orElseThrow());
    }
}
