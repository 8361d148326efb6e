/**
 * For applications that know of their own what is fresh: {@link io.github.readyourwrites.freshness.RereadOnStale} reads
 * again, {@link io.github.readyourwrites.freshness.CacheFillGuard} keeps old values out of a cache. A package of its own, as
 * it uses sessions as an application does. Implement {@link io.github.readyourwrites.freshness.GuardedCache} for a cache of
 * yours.
 */
@NullMarked
package io.github.readyourwrites.freshness;

import org.jspecify.annotations.NullMarked;
