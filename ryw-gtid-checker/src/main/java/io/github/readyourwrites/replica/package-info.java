/**
 * MySQL servers as the plugin sees them: what a replica has applied, what the primary has committed, and how a read
 * waits for the one to reach the other.
 *
 * <p>For users: {@link io.github.readyourwrites.replica.ReplicaHealth}, {@link
 * io.github.readyourwrites.replica.ReplicaListener} (to be implemented), and what these tell: {@link
 * io.github.readyourwrites.replica.ReplicaSnapshot}, {@link io.github.readyourwrites.replica.PrimarySnapshot}, {@link
 * io.github.readyourwrites.replica.Health}, {@link io.github.readyourwrites.replica.SemiSync}, {@link
 * io.github.readyourwrites.replica.LostWrite}. Everything else that is public is for this project's own load balancer and
 * sessions alone, and may change with any release.
 *
 * <p>Their entry point is {@link io.github.readyourwrites.replica.Servers}. Connections are the plugin's own; threads are
 * daemons, named {@code ryw-…}, and end with {@code close()}.
 */
@NullMarked
package io.github.readyourwrites.replica;

import org.jspecify.annotations.NullMarked;
