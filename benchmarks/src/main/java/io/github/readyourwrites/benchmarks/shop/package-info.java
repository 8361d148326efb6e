/** The application that is measured: ShardingSphere over one primary and its replicas. */
@NullMarked
package io.github.readyourwrites.benchmarks.shop;

import org.jspecify.annotations.NullMarked;
