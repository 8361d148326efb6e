package io.github.readyourwrites.loadbalance;

import com.alibaba.ttl.TransmittableThreadLocal.Transmitter;

/**
 * Where the services that ShardingSphere makes by itself (load balancer, router, hook, listener) meet. The only static
 * mutable state of this module. Thread-safe.
 */
final class RoutingRegistry {
    private static final GroupBindings BINDINGS = new GroupBindings();
    private static final ThreadLocal<RoutingPass> PASS =
            ThreadLocal.withInitial(() -> new RoutingPass(System::nanoTime));
    private static volatile GroupFactory factory = new WatchedGroupFactory();

    static {
        Transmitter.registerTransmittee(new PlacesTransmittee());
    }

    private RoutingRegistry() {}

    static GroupBindings bindings() {
        return BINDINGS;
    }

    /** The calling thread's routing pass. */
    static RoutingPass pass() {
        return PASS.get();
    }

    static GroupFactory factory() {
        return factory;
    }

    /**
     * Makes {@code replacement} the factory of every group from now on.
     *
     * @return restores the factory that was there before
     */
    static Installation install(GroupFactory replacement) {
        GroupFactory previous = factory;
        factory = replacement;
        return () -> factory = previous;
    }

    /** An installed factory; closing restores the previous one. */
    @FunctionalInterface
    interface Installation extends AutoCloseable {

        @Override
        void close();
    }
}
