package io.github.readyourwrites.session.spi;

import java.util.List;

/**
 * What a store has of one session.
 *
 * @param tokens one per writer, as they were saved
 * @param complete whether nothing that was acknowledged within the last time to live can be missing. Only then does "no
 *     token" mean that nobody wrote; else the session's first read asks the primary
 */
public record StoredTokens(List<String> tokens, boolean complete) {

    public StoredTokens {
        tokens = List.copyOf(tokens);
    }
}
