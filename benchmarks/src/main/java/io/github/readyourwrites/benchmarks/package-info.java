/** What the plugin costs. Not deployed. */
@NullMarked
package io.github.readyourwrites.benchmarks;

import org.jspecify.annotations.NullMarked;
