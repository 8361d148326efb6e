package io.github.readyourwrites.propagation;

import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RywSession;
import java.util.Optional;
import org.apache.shardingsphere.infra.hint.HintManager;

/** What a task sees of whoever handed it over. */
record Carried(Optional<RywSession> session, boolean hinted, boolean writeRouteOnly, Optional<RouteDecision> decision) {

    static final Carried NOTHING = new Carried(Optional.empty(), false, false, Optional.empty());

    static Carried seen() {
        return new Carried(
                RywSession.current(),
                HintManager.isInstantiated(),
                HintManager.isWriteRouteOnly(),
                RywSession.lastDecision());
    }

    static Carried of(RywSession session) {
        return new Carried(Optional.of(session), false, false, Optional.empty());
    }

    Carried withWriteRouteOnly() {
        return new Carried(session, true, true, decision);
    }
}
