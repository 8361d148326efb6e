package io.github.readyourwrites.redis;

/**
 * The keys of a session and of the epoch it is under. In a cluster both must be in one slot, and every node needs epochs
 * of its own, so sessions are dealt out to a fixed number of buckets. Immutable.
 */
final class RedisKeys {

    private static final int BUCKETS = 128;

    private final String prefix;

    private final int buckets;

    RedisKeys(String prefix, boolean cluster) {
        this.prefix = prefix;
        buckets = cluster ? BUCKETS : 1;
    }

    String[] of(String session) {
        String bucket = prefix + ":{" + prefix + Math.floorMod(session.hashCode(), buckets) + "}:";
        return new String[] {bucket + "session:" + session, bucket + "epoch"};
    }
}
