package io.github.readyourwrites.session;

import io.github.readyourwrites.capture.WriteObserver;
import io.github.readyourwrites.capture.WriteObserverProvider;

/** Tells trackers whom a statement concerns. Found by {@link java.util.ServiceLoader}. */
public final class SessionObserverProvider implements WriteObserverProvider {

    @Override
    public WriteObserver current() {
        return SessionRegistry.observer();
    }
}
