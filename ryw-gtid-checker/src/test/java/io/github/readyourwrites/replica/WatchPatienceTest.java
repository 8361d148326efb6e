package io.github.readyourwrites.replica;

import static io.github.readyourwrites.replica.FenceLinkFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class WatchPatienceTest {

    private static final long LEAST = 10;

    private static final long START = 1_000;

    private final WatchedPosition watched = WatchedPosition.of(gtids("12"), null, START);

    private final WatchPatience patience = new WatchPatience(LEAST);

    @Test
    void lastsFromTheBeginningOfTheWait() {
        assertEquals(LEAST, patience.left(watched, START));
        assertEquals(3, patience.left(watched, START + 7));
        assertEquals(-1, patience.left(watched, START + 11));
    }

    @Test
    void watchMayTakeTwiceAsLongAsTheLastTime() {
        patience.answered(watched, START + 100);
        assertEquals(150, patience.left(watched, START + 50));
    }

    @Test
    void quickWatchHasTheLeast() {
        patience.answered(watched, START + 1);
        assertEquals(LEAST, patience.left(watched, START));
    }

    @Test
    void slowWatchHasTheMost() {
        patience.answered(watched, START + WatchPatience.MOST_NANOS);
        assertEquals(WatchPatience.MOST_NANOS, patience.left(watched, START));
    }

    @Test
    void afterAWaitInVainThereIsNone() {
        patience.answered(watched, START + WatchPatience.MOST_NANOS + 1);
        assertEquals(0, patience.left(watched, START));
    }

    @Test
    void nothingIsLeftToAWatchThatWaitsForNothing() {
        assertEquals(0, patience.left(null, START));
    }
}
