package io.github.readyourwrites.replica;

import static io.github.readyourwrites.replica.FenceLinkFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class ReplicaLifeTest {

    private static final UUID OTHER = UUID.fromString("44444444-4444-4444-4444-444444444444");

    private final ReplicaLife life = new ReplicaLife();

    @Test
    void answersThatOverlapAreBothTrue() {
        assertEquals(gtids("1-20"), life.publish(observation("1-20", 100)));
        assertEquals(gtids("1-20"), life.publish(observation("1-15", 50)), "asked before, answered after");
        assertEquals(gtids("1-20:30"), life.publish(observation("1-10:30", 60)));
        assertEquals(observation("1-20:30", 100), life.observation());
    }

    @Test
    void laterQuestionKeepsTheObservationFresh() {
        life.publish(observation("1-20", 100));
        life.publish(observation("1-20", 150));
        assertEquals(observation("1-20", 150), life.observation());
    }

    @Test
    void answerOfAnEarlierLifeIsWorthNothing() {
        life.publish(observation("1-20", 100));
        life.end("suspect");
        assertNull(life.publish(observation("1-20", 110)));
        assertNull(life.observation());
    }

    @Test
    void twoServersAtOneAddressEndTheLife() {
        life.publish(observation("1-20", 100));
        assertNull(life.publish(new Observation(gtids("1-20"), OTHER, 0, 110)));
        assertNull(life.observation());
        assertEquals(1, life.number());
    }

    @Test
    void onlyThePresentLifeCanEnd() {
        assertTrue(life.end(0, "reset"));
        assertFalse(life.end(0, "reset, noticed twice"));
        assertEquals(1, life.number());
    }

    private static Observation observation(String intervals, long sentNanos) {
        return new Observation(gtids(intervals), ReplicaLinkFixture.REPLICA, 0, sentNanos);
    }
}
