/** What it costs to decide where a read goes. */
@NullMarked
package io.github.readyourwrites.benchmarks.decision;

import org.jspecify.annotations.NullMarked;
