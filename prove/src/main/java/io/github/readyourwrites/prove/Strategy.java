package io.github.readyourwrites.prove;

/** How reads find their server. */
enum Strategy {
    READ_YOUR_WRITES("READ_YOUR_WRITES", false),

    /** ShardingSphere's own; a control. */
    ROUND_ROBIN("ROUND_ROBIN", false),

    /** ShardingSphere's own, but a session that has written reads from the primary for one second; a control. */
    STICKY("ROUND_ROBIN", true);

    private final String loadBalancer;

    private final boolean sticky;

    Strategy(String loadBalancer, boolean sticky) {
        this.loadBalancer = loadBalancer;
        this.sticky = sticky;
    }

    String loadBalancer() {
        return loadBalancer;
    }

    boolean isSticky() {
        return sticky;
    }
}
