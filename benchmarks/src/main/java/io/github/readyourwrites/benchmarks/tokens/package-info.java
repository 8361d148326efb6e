/** What it costs to make a token and to read one. */
@NullMarked
package io.github.readyourwrites.benchmarks.tokens;

import org.jspecify.annotations.NullMarked;
