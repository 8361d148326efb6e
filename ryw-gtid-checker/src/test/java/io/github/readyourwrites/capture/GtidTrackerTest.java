package io.github.readyourwrites.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class GtidTrackerTest {

    @Test
    void asksForGtidsAfterTheVariablesOfTheUser() {
        assertEquals("session_track_gtids=OWN_GTID", GtidTracker.withGtids(null));
        assertEquals("session_track_gtids=OWN_GTID", GtidTracker.withGtids(" "));
        assertEquals("a='1,2',session_track_gtids=OWN_GTID", GtidTracker.withGtids("a='1,2'"));
    }
}
