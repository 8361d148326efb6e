package io.github.readyourwrites.examples;

import io.github.readyourwrites.session.RywSession;
import java.util.List;

/** The plugin: a load balancer, one parameter of the primary's URL, and a session around each request. */
final class ReadYourWrites implements Strategy {

    static final String NAME = "READ_YOUR_WRITES";

    @Override
    public String name() {
        return NAME;
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
}
