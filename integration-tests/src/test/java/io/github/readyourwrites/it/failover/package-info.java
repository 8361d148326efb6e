/** Servers that are replaced, rebuilt, moved or pointed elsewhere, and sessions that must not go back in time. */
@NullMarked
package io.github.readyourwrites.it.failover;

import org.jspecify.annotations.NullMarked;
