package io.github.readyourwrites.replica;

import static io.github.readyourwrites.replica.FenceLinkFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WatchedPositionTest {

    private final WatchedPosition watched = WatchedPosition.of(gtids("12"), gtids("1-10"), 0);

    @Test
    void whateverLacksTheSameIsWatched() {
        assertTrue(watched.isAllThatLacks(gtids("12")));
        assertTrue(watched.isAllThatLacks(gtids("3-7:12")));
    }

    @Test
    void whatMayArriveEarlierIsNot() {
        assertFalse(watched.isAllThatLacks(gtids("11")));
        assertFalse(WatchedPosition.of(gtids("11-12"), gtids("1-10"), 0).isAllThatLacks(gtids("11")));
    }

    @Test
    void whatArrivesLaterIsNot() {
        assertFalse(watched.isAllThatLacks(gtids("12-13")));
    }

    @Test
    void ofAnUnknownReplicaEverythingLacks() {
        WatchedPosition unknown = WatchedPosition.of(gtids("1-12"), null, 0);
        assertTrue(unknown.isAllThatLacks(gtids("1-12")));
        assertFalse(unknown.isAllThatLacks(gtids("12")));
    }
}
