/** Reads that are done again, and guarded caches, on real servers. */
@NullMarked
package io.github.readyourwrites.it.freshness;

import org.jspecify.annotations.NullMarked;
