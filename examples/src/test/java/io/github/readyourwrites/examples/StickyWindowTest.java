package io.github.readyourwrites.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.examples.Strategy.Scope;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.shardingsphere.infra.hint.HintManager;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // A scope acts by being open.
class StickyWindowTest {

    private final AtomicLong clock = new AtomicLong(17);

    private final StickyWindow window = new StickyWindow(Duration.ofSeconds(3), clock::get);

    @Test
    void tellsItsLength() {
        assertEquals("STICKY_3_SECONDS", window.name());
        assertEquals("ROUND_ROBIN", window.loadBalancer());
    }

    @Test
    void readsFromPrimaryWithinTheWindowOnly() {
        assertFalse(readsFromPrimary(1));
        window.wrote(1);
        clock.addAndGet(Duration.ofSeconds(3).toNanos());
        assertTrue(readsFromPrimary(1));
        assertFalse(readsFromPrimary(2));
        clock.addAndGet(1);
        assertFalse(readsFromPrimary(1));
    }

    @Test
    void leavesNoHintBehind() {
        window.wrote(1);
        assertTrue(readsFromPrimary(1));
        assertFalse(HintManager.isInstantiated());
    }

    private boolean readsFromPrimary(long customer) {
        try (Scope ignored = window.openRead(customer)) {
            return HintManager.isWriteRouteOnly();
        }
    }
}
