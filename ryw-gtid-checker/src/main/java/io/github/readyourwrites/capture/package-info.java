/**
 * What a session wrote, seen on the connection that wrote it: the Connector/J interceptor
 * {@link io.github.readyourwrites.capture.GtidTracker} and the interfaces through which it reports.
 * {@link io.github.readyourwrites.capture.WriteObserverProvider} is a service.
 */
@NullMarked
package io.github.readyourwrites.capture;

import org.jspecify.annotations.NullMarked;
