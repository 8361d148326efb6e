/** What a read costs that has to see a write of a moment ago, on a real primary and replica. */
@NullMarked
package io.github.readyourwrites.benchmarks.waiting;

import org.jspecify.annotations.NullMarked;
