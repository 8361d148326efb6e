package io.github.readyourwrites.freshness;

/**
 * A cache that keeps a stamp beside each value, and changes both only as long as the stamp is what it was. Each method is
 * atomic for its key, among all who use the cache: in Redis, a script. A stamp outlives its value; it may be forgotten
 * once no read is under way any more that began before it was made, and it was made longer ago than replicas are ever behind.
 *
 * <p>Implementations are thread-safe. What they throw reaches the caller of the guard.
 */
public interface GuardedCache<V> {

    /** Value and stamp of {@code key}. */
    CachedValue<V> get(String key);

    /**
     * Keeps {@code value}, if the stamp of {@code key} is still {@code stamp}.
     *
     * @return whether it was
     */
    boolean fill(String key, String stamp, V value);

    /**
     * Removes the value of {@code key} and gives it another stamp, if it is still {@code expected}.
     *
     * @return whether it was
     */
    boolean invalidate(String key, String expected, String stamp);
}
