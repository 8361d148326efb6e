/**
 * What sessions did, and whether it was right: {@link io.github.readyourwrites.prove.history.Event events} and the {@link
 * io.github.readyourwrites.prove.history.HistoryChecker checker} that goes through them once. Knows neither database nor
 * plugin.
 */
@NullMarked
package io.github.readyourwrites.prove.history;

import org.jspecify.annotations.NullMarked;
