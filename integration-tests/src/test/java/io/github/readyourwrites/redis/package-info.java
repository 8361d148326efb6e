/** The Redis store on a real Redis, without MySQL. */
@NullMarked
package io.github.readyourwrites.redis;

import org.jspecify.annotations.NullMarked;
