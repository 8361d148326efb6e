package io.github.readyourwrites.session;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.WrittenToFixture;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Commits on a primary that exists in name only, and what the calling thread's next read of it has to see. */
public final class PositionsFixture {

    private final ServerAddress address;

    private final UUID uuid;

    /** @param name of its own for each test class: the registry is the JVM's */
    public PositionsFixture(String name) {
        address = new ServerAddress(name, 3306);
        uuid = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    }

    public void commit(int first, int last) {
        SessionRegistry.observer().committed(address, gtids(first, last));
    }

    /** A group of an open data source writes to the primary from now on. */
    public AutoCloseable inUse() {
        Primary primary = SessionRegistry.servers().primary(address);
        primary.identify(uuid, gtids(1, 5));
        return new WrittenToFixture(SessionRegistry.servers(), primary);
    }

    public boolean mustSee(int first, int last) {
        return floors().stream().anyMatch(each -> each.position().contains(gtids(first, last)));
    }

    public boolean needsFence() {
        return floors().stream().anyMatch(Floor::needsFence);
    }

    private List<Floor> floors() {
        List<Floor> result = new ArrayList<>();
        ReadView.current()
                .addFloors(
                        ConsistencyLevel.SESSION,
                        SessionRegistry.servers().primary(address),
                        false,
                        SessionlessScope.NONE,
                        result);
        return result;
    }

    private GtidSet gtids(int first, int last) {
        return GtidSet.parse(uuid + ":" + first + "-" + last);
    }
}
