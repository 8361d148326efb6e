/**
 * Keeps sessions in Redis, through Lettuce, which an application that wants this puts on its class path. Nothing here is
 * for applications to call: the property {@code token-store: REDIS} is the way in.
 */
@NullMarked
package io.github.readyourwrites.redis;

import org.jspecify.annotations.NullMarked;
