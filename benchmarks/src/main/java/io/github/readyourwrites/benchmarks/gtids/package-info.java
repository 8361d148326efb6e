/** Our sets of GTIDs beside those of other libraries. */
@NullMarked
package io.github.readyourwrites.benchmarks.gtids;

import org.jspecify.annotations.NullMarked;
