/** What becomes of the costs when there is more of everything. */
@NullMarked
package io.github.readyourwrites.benchmarks.growth;

import org.jspecify.annotations.NullMarked;
