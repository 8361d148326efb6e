package io.github.readyourwrites.session;

import org.jspecify.annotations.Nullable;

/**
 * A session could not be loaded from, or saved to, its token store, and the configuration says that this is an error.
 * Transient: the same may succeed a moment later.
 */
public final class TokenStoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TokenStoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
