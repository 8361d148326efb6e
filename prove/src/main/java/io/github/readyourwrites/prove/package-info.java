/**
 * {@code bin/prove}: many sessions write and read on a real cluster while faults come and go, everything that they did and
 * saw is kept, and {@link io.github.readyourwrites.prove.history.HistoryChecker} judges it.
 */
@NullMarked
package io.github.readyourwrites.prove;

import org.jspecify.annotations.NullMarked;
