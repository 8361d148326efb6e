package io.github.readyourwrites.examples.cache;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.Floor;
import io.github.readyourwrites.session.ReadView;
import io.github.readyourwrites.session.SessionRegistry;
import io.github.readyourwrites.session.SessionlessScope;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** One customer's name on a primary, and on a replica that never applies anything; as the library routes its reads. */
final class LaggingShop {

    private static final ServerAddress PRIMARY = new ServerAddress("lagging-shop", 3306);

    private final UUID server = UUID.randomUUID();

    private String onPrimary = "Augusta";

    private int transactions;

    /** Commits, in the calling thread's session. */
    synchronized void rename(String name) {
        onPrimary = name;
        transactions++;
        SessionRegistry.observer().committed(PRIMARY, GtidSet.parse(server + ":" + transactions));
    }

    /** From the replica, unless the session has to see what it lacks. */
    synchronized String name() {
        List<Floor> floors = new ArrayList<>();
        ReadView.current()
                .addFloors(
                        ConsistencyLevel.SESSION,
                        SessionRegistry.servers().primary(PRIMARY),
                        false,
                        SessionlessScope.NONE,
                        floors);
        boolean isReplicaBehind = floors.stream()
                .anyMatch(each -> each.needsFence() || each.position().sources().contains(server));
        return isReplicaBehind ? onPrimary : "Augusta";
    }
}
