package io.github.readyourwrites.session.spi;

import java.util.Map;

/** Makes stores of one type, the value of the property {@code token-store}. Found by {@link java.util.ServiceLoader}. */
public interface TokenStoreProvider {

    /** The type, compared without regard to case. */
    String type();

    /**
     * Checks the properties; opens nothing.
     *
     * @param properties those with the prefix {@code token-store.}, without it
     * @throws IllegalArgumentException with a message for the user, who may log it: no secrets in it
     */
    void check(Map<String, String> properties);

    /**
     * Makes a store. It may begin to connect, but a server that does not answer is no reason to fail or to block.
     *
     * @param properties as in {@link #check}, and checked
     */
    TokenStore open(Map<String, String> properties);
}
