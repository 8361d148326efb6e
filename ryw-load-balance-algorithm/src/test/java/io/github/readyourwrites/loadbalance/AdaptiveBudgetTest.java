package io.github.readyourwrites.loadbalance;

import static io.github.readyourwrites.loadbalance.RoutedGroupFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AdaptiveBudgetTest {

    private static final long MILLISECOND = 1_000_000;

    private long now = 1_000;

    private final RoutedGroupFixture group = new RoutedGroupFixture(
            2,
            Duration.ofSeconds(1),
            () -> now,
            (name, available) -> available.get(0),
            Map.of("wait-timeout-milliseconds", "adaptive", "wait-timeout-max-milliseconds", "800"));

    /** So many commits take so long to be readable at a replica. */
    private void delay(int replica, int milliseconds) {
        group.replicas.get(replica).executed(gtids("1"));
        group.replicas.get(replica).primaryHad(gtids("1"));
        for (int i = 2; i < 20; i++) {
            now += MILLISECOND;
            group.replicas.get(replica).primaryHad(gtids("1-" + i));
            now += milliseconds * MILLISECOND;
            group.replicas.get(replica).executed(gtids("1-" + i));
        }
        group.replicas.forEach(each -> each.executed(gtids("1-19")));
    }

    private long budget() {
        return TimeUnit.NANOSECONDS.toMillis(group.budget().nanos());
    }

    @Test
    void beginsWithTheDefault() {
        assertEquals(300, budget());
    }

    @Test
    void isTwiceAndAHalfOfWhatTheQuickestTakes() {
        delay(0, 200);
        delay(1, 100);
        long budget = budget();
        assertTrue(budget >= 250 && budget <= 260, () -> budget + " ms");
    }

    @Test
    void hasALeastAndAMost() {
        delay(0, 2);
        assertEquals(20, budget());
        delay(1, 900);
        assertEquals(20, budget(), "nobody waits for the slow one");
        group.replicas.get(0).monitor().suspect("a read failed");
        assertEquals(800, budget());
    }
}
