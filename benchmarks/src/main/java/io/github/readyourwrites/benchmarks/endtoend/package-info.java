/** What a whole application gets from each way of reading its own writes, on a real primary and replicas. */
@NullMarked
package io.github.readyourwrites.benchmarks.endtoend;

import org.jspecify.annotations.NullMarked;
