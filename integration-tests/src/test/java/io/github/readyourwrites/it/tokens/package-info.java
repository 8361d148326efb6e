/** Tokens on real servers: handed on, refused, expired, after a failover. */
@NullMarked
package io.github.readyourwrites.it.tokens;

import org.jspecify.annotations.NullMarked;
