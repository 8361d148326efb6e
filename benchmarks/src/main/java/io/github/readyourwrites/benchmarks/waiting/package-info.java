/** How long reads wait for replicas, through a ShardingSphere data source on real servers. */
@NullMarked
package io.github.readyourwrites.benchmarks.waiting;

import org.jspecify.annotations.NullMarked;
