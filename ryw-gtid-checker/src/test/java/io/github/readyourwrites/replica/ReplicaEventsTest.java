package io.github.readyourwrites.replica;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.ServerAddress;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReplicaEventsTest {

    private static final ServerAddress PRIMARY = new ServerAddress("primary", 3306);

    private final ReplicaEvents events = new ReplicaEvents();

    private final List<String> told = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() {
        events.start();
    }

    @AfterEach
    void close() {
        events.stop().run();
    }

    @Test
    void listenerIsToldInOrderOnAThreadOfThePluginUntilItIsRemoved() {
        ReplicaListener listener = new ReplicaListener() {

            @Override
            public void semiSyncChanged(ServerAddress primary, SemiSync before, SemiSync now) {
                told.add(Thread.currentThread().getName() + " " + before + " " + now);
            }
        };
        SemiSyncWatch watch = new SemiSyncWatch(PRIMARY, events);
        try (ReplicaHealth.Registration ignored = ReplicaHealth.addListener(listener)) {
            watch.is(SemiSync.ON);
            watch.is(SemiSync.ON);
            watch.is(SemiSync.DEGRADED);
            watch.is(SemiSync.ON_AFTER_COMMIT);
            await().until(() -> told.size() == 2);
            assertEquals(List.of("ryw-events ON DEGRADED", "ryw-events DEGRADED ON_AFTER_COMMIT"), told);
        }
        watch.is(SemiSync.OFF);
        assertEquals(SemiSync.OFF, watch.state());
    }

    @Test
    void listenerThatThrowsHarmsNobody() {
        ReplicaListener bad = new ReplicaListener() {

            @Override
            public void canaryRecovered(ReplicaSnapshot replica) {
                throw new IllegalStateException("a listener's fault");
            }
        };
        assertHarmsNobody(bad);
    }

    @Test
    void listenerThatThrowsWhatNobodyExpectsHarmsNobody() {
        ReplicaListener bad = new ReplicaListener() {

            @Override
            public void canaryRecovered(ReplicaSnapshot replica) {
                throw new AssertionError("a listener's fault");
            }

            @Override
            public void healthChanged(ReplicaSnapshot replica, Health before) {
                throw ReplicaEventsTest.<IllegalStateException>unchecked(new IOException("a listener's fault"));
            }
        };
        assertHarmsNobody(bad);
    }

    /** Another one is told of all that it concerns. */
    private void assertHarmsNobody(ReplicaListener bad) {
        ReplicaListener good = new ReplicaListener() {

            @Override
            public void canaryRecovered(ReplicaSnapshot replica) {
                told.add("recovered");
            }
        };
        ReplicaSnapshot snapshot = monitor().snapshot();
        try (ReplicaHealth.Registration ignored = ReplicaHealth.addListener(bad);
                ReplicaHealth.Registration ignoredToo = ReplicaHealth.addListener(good)) {
            events.publish(each -> each.canaryRecovered(snapshot));
            events.publish(each -> each.healthChanged(snapshot, Health.UP));
            events.publish(each -> each.canaryRecovered(snapshot));
            await().until(() -> told.size() == 2);
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Exception> E unchecked(Exception ex) throws E {
        throw (E) ex;
    }

    @Test
    void threadEndsThoughAListenerSwallowsItsInterrupt() throws InterruptedException {
        CompletableFuture<Thread> first = new CompletableFuture<>();
        CountDownLatch entered = new CountDownLatch(1);
        ReplicaListener swallowing = new ReplicaListener() {

            @Override
            public void canaryRecovered(ReplicaSnapshot replica) {
                if (!first.complete(Thread.currentThread())) {
                    return;
                }
                entered.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException ignored) {
                    told.add("swallowed");
                }
            }
        };
        ReplicaSnapshot snapshot = monitor().snapshot();
        try (ReplicaHealth.Registration ignored = ReplicaHealth.addListener(swallowing)) {
            events.publish(each -> each.canaryRecovered(snapshot));
            entered.await();
            Runnable end = events.stop();
            events.start();
            end.run();
            assertEquals(List.of("swallowed"), told);
            await().until(() -> !first.join().isAlive());
        }
    }

    @Test
    void listenerThatLeavesItsThreadInterruptedEndsNothing() {
        ReplicaListener interrupting = new ReplicaListener() {

            @Override
            public void canaryRecovered(ReplicaSnapshot replica) {
                told.add("recovered");
                Thread.currentThread().interrupt();
            }
        };
        ReplicaSnapshot snapshot = monitor().snapshot();
        try (ReplicaHealth.Registration ignored = ReplicaHealth.addListener(interrupting)) {
            events.publish(each -> each.canaryRecovered(snapshot));
            events.publish(each -> each.canaryRecovered(snapshot));
            await().until(() -> told.size() == 2);
        }
    }

    @Test
    void snapshotIsOneLineForPeople() {
        String text = monitor().snapshot().toString();
        assertTrue(text.startsWith("replica:3306 UNKNOWN for "), text);
        assertTrue(text.contains("lag unknown") && text.contains("not observed yet"), text);
        assertEquals(1, text.lines().count());
    }

    private static ReplicaMonitor monitor() {
        return new ReplicaMonitor(
                new ServerAddress("replica", 3306),
                new MonitorSettings(Duration.ofMillis(100), Duration.ofSeconds(10), 200, Duration.ZERO),
                ignored -> new ReplicaLinkFixture(),
                System::nanoTime,
                System::nanoTime);
    }
}
