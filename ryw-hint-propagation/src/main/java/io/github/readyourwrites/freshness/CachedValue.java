package io.github.readyourwrites.freshness;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a cache has of a key, at one moment.
 *
 * @param value null if it has none
 * @param stamp stands for the last write of the key that is known, empty if none is; opaque, at most 1,024 characters
 */
public record CachedValue<V>(@Nullable V value, String stamp) {

    public CachedValue {
        Objects.requireNonNull(stamp, "stamp");
    }
}
