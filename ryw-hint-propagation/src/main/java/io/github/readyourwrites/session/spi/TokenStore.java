package io.github.readyourwrites.session.spi;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Keeps what the sessions of a key have to see where other instances find it. A session has one entry per writer, so that
 * instances do not overwrite each other; readers take the entries together.
 *
 * <p>Implementations are thread-safe. {@link #save} and {@link #load} never block, and are called under locks: they hand
 * the work to somebody else and return. A stage that is never completed counts as failed after {@code
 * token-store-timeout-milliseconds}; nothing else need be done about time.
 *
 * <p>Nothing may be lost silently. Whatever a store has acknowledged it returns until its time is over, or it says that
 * its answer is not {@linkplain StoredTokens#complete complete}.
 */
public interface TokenStore extends AutoCloseable {

    /**
     * Replaces {@code writer}'s entry for {@code session}, unless the one that is there has a greater number: an older
     * save may arrive late.
     *
     * @param session the session key, hashed: URL-safe text that tells nothing
     * @param writer one life of the session in one start of one instance: URL-safe text
     * @param number greater for each save of a writer
     * @param token what the session has to see, text that only this plugin reads
     * @param timeToLive how long the entry has to be kept, counted from this save
     * @return completed once a {@link #load} anywhere would find it
     */
    CompletionStage<Void> save(String session, String writer, long number, String token, Duration timeToLive);

    /**
     * The entries of every writer of {@code session} whose time is not over.
     *
     * @param session as in {@link #save}
     * @param timeToLive what saves use
     */
    CompletionStage<StoredTokens> load(String session, Duration timeToLive);

    /** What about the store endangers the sessions kept in it, one sentence each; empty if nothing. May block for seconds. */
    default List<String> findings() {
        return List.of();
    }

    /** Ends threads and connections; may block for seconds. */
    @Override
    void close();
}
