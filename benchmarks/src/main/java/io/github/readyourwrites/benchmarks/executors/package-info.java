/** What it costs that a session follows its tasks. */
@NullMarked
package io.github.readyourwrites.benchmarks.executors;

import org.jspecify.annotations.NullMarked;
