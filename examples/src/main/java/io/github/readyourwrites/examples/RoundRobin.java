package io.github.readyourwrites.examples;

/** Nothing: ShardingSphere's own load balancer sends each read to the next replica, whatever that has applied. */
final class RoundRobin implements Strategy {

    @Override
    public String name() {
        return "ROUND_ROBIN";
    }

    @Override
    public String description() {
        return "ShardingSphere's own load balancer. Each read goes to the next replica, whatever that has applied.";
    }
}
