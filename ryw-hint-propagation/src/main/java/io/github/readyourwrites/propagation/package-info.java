/**
 * How a session follows its work: to other threads with {@link io.github.readyourwrites.propagation.RywExecutors} and
 * {@link io.github.readyourwrites.propagation.RywContext}, through reactive pipelines with {@link
 * io.github.readyourwrites.propagation.RywThreadLocalAccessor}, to other processes with {@link
 * io.github.readyourwrites.propagation.RywCarrier}.
 */
@NullMarked
package io.github.readyourwrites.propagation;

import org.jspecify.annotations.NullMarked;
