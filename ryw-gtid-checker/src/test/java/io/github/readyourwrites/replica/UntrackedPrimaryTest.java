package io.github.readyourwrites.replica;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A primary under two addresses, one of them with a pool that no tracker watches. */
class UntrackedPrimaryTest {

    private static final UUID ONE = new UUID(1, 1);

    private final Servers servers = new Servers(() -> 0);

    private final Primary byName = servers.primary(new ServerAddress("db.example", 3306));

    private final Primary byNumber = servers.primary(new ServerAddress("192.0.2.1", 3306));

    @Test
    void commitsMayGoUnseenUnderEveryAddressOfTheServer() {
        byName.identify(ONE, GtidSet.empty());
        byNumber.identify(ONE, GtidSet.empty());
        byName.setUntracked();
        assertTrue(byName.isUntracked());
        assertTrue(byNumber.isUntracked());
    }

    @Test
    void anotherServerIsNotConcerned() {
        byName.identify(ONE, GtidSet.empty());
        byNumber.identify(new UUID(2, 2), GtidSet.empty());
        byName.setUntracked();
        assertFalse(byNumber.isUntracked());
    }
}
