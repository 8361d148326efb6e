/** Results as readers get them: tables, plots, and where they come from. */
@NullMarked
package io.github.readyourwrites.benchmarks.report;

import org.jspecify.annotations.NullMarked;
