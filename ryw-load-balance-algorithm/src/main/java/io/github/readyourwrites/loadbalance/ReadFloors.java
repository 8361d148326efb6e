package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.Floor;
import io.github.readyourwrites.session.ReadView;
import java.sql.SQLException;
import java.util.List;

/** The floors that a read of one group must see, free of what its primary is known to have lost. Thread-safe, never blocks. */
final class ReadFloors {

    private final RoutingConfiguration configuration;

    private final Primary primary;

    private final Refusals refusals;

    ReadFloors(RoutingConfiguration configuration, Primary primary, Refusals refusals) {
        this.configuration = configuration;
        this.primary = primary;
        this.refusals = refusals;
    }

    /**
     * The floors, in the pass's own list: valid until it is asked for them anew.
     *
     * @throws SQLException if one of them asked for a lost write, and {@code on-lost-write} is ERROR
     */
    List<Floor> of(ReadView view, ConsistencyLevel level, RoutingPass pass) throws SQLException {
        List<Floor> result = pass.floors();
        view.addFloors(
                level, primary, configuration.sessionIncludesSessionless(), configuration.sessionlessScope(), result);
        for (int i = 0; i < result.size(); i++) {
            if (result.get(i).mayHaveLost()) {
                trim(result, pass);
            }
        }
        return result;
    }

    private void trim(List<Floor> floors, RoutingPass pass) throws SQLException {
        GtidSet lost = GtidSet.empty();
        for (Floor each : floors) {
            lost = lost.union(each.trim());
        }
        if (!lost.isEmpty() && configuration.onLostWrite() == LostWriteAction.ERROR) {
            throw refusals.lostWrite(lost, pass);
        }
    }

    /** The same for the level that the pass's read is of. */
    List<Floor> of(RoutingPass pass) throws SQLException {
        ReadView view = pass.view();
        return of(view, view.level(configuration.consistencyLevel()), pass);
    }

    /** The positions of all together, without what open marks stand for. */
    static GtidSet position(List<Floor> floors) {
        return floors.stream().map(Floor::position).reduce(GtidSet.empty(), GtidSet::union);
    }
}
