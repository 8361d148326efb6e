package io.github.readyourwrites.capture;

/**
 * Says who is writing. A service: found by {@link java.util.ServiceLoader}, with the class loader of this package, when
 * the first tracked connection is made. Without one the tracker reports to nobody.
 */
@FunctionalInterface
public interface WriteObserverProvider {

    /**
     * The observer for the calling thread. Called before every statement of every tracked connection: cheap, does not
     * block, does not throw. Calls that mean the same session should return the same object, since a connection
     * remembers the participants of its transaction by identity.
     */
    WriteObserver current();
}
