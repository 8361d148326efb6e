package io.github.readyourwrites.examples;

import io.github.readyourwrites.loadbalance.RouteStatistics;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import java.util.Comparator;
import java.util.List;

/** The plugin: a load balancer, one parameter of the primary's URL, and a session around each request. */
final class ReadYourWrites implements Strategy {

    static final String NAME = "READ_YOUR_WRITES";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "This plugin. A read goes to a replica that has applied what its customer wrote. If none has, the read"
                + " waits for the first to arrive, at most 300 ms, and then goes to the primary.";
    }

    @Override
    public String loadBalancer() {
        return "READ_YOUR_WRITES";
    }

    @Override
    public List<String> primaryUrlParameters() {
        return List.of("queryInterceptors=io.github.readyourwrites.capture.GtidTracker");
    }

    @Override
    public Scope openRequest(long customer) {
        return RywSession.open("customer:" + customer)::close;
    }

    @Override
    public List<Decision> decisions() {
        return RouteStatistics.all().stream()
                .flatMap(each -> each.decisions().entrySet().stream())
                .filter(each -> each.getValue() > 0)
                .map(each -> new Decision(phrase(each.getKey()), each.getValue()))
                .sorted(Comparator.comparingLong(Decision::reads).reversed())
                .toList();
    }

    private static String phrase(RouteReason reason) {
        return switch (reason) {
            case NO_FLOOR -> "to a replica: nothing written yet";
            case REPLICA_HAD_FLOOR -> "to a replica that had the writes already";
            case REPLICA_CAUGHT_UP -> "to a replica, after a wait for the writes to arrive";
            case PRIMARY_AFTER_WAIT -> "to the primary: no replica had the writes in time";
            case PRIMARY_NO_HEALTHY_REPLICA -> "to the primary: no replica was healthy";
            default -> reason.name();
        };
    }
}
