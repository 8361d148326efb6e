/** A cache in Redis that is filled from replicas and never with an old value: {@code RedisCache}. See docs/http.md. */
@NullMarked
package io.github.readyourwrites.examples.cache;

import org.jspecify.annotations.NullMarked;
