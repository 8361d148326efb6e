/**
 * MySQL servers as the plugin sees them: what a replica has applied, what the primary has committed, and how a read
 * waits for the one to reach the other.
 *
 * <p>Entry point is {@link io.github.readyourwrites.replica.Servers}. Connections are the plugin's own; threads are
 * daemons, named {@code ryw-…}, and end with {@code close()}.
 */
@NullMarked
package io.github.readyourwrites.replica;

import org.jspecify.annotations.NullMarked;
