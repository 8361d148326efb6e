package io.github.readyourwrites.session;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one store that the rules of this JVM have in common: sessions are of the JVM, and so is where they are kept. It is
 * open as long as a rule uses it. Thread-safe; joining and leaving may block for seconds.
 */
final class StoreInUse {

    private static final Logger LOGGER = LoggerFactory.getLogger(StoreInUse.class);

    /** Shorter than what replicas may be behind, an expiry makes sessions forget too early. */
    private static final Duration SHORT_TIME_TO_LIVE = Duration.ofMinutes(1);

    private final Supplier<Duration> timeToLive;

    private final LongSupplier clock;

    private volatile @Nullable SessionStore current;

    /** Guarded by this. */
    private int users;

    StoreInUse(Supplier<Duration> timeToLive, LongSupplier clock) {
        this.timeToLive = timeToLive;
        this.clock = clock;
    }

    @Nullable
    SessionStore current() {
        return current;
    }

    /**
     * Opens the store, or joins in.
     *
     * @throws IllegalArgumentException if another one is in use
     */
    synchronized void join(TokenStoreSettings settings) {
        SessionStore open = current;
        if (open == null) {
            open = new SessionStore(settings.provider().open(settings.properties()), settings, timeToLive, clock);
            current = open;
            report(open);
        } else if (!open.settings().equals(settings)) {
            throw new IllegalArgumentException("the token store " + settings
                    + " was to be used, but another rule of this JVM uses " + open.settings()
                    + " or has other properties for it: sessions are of the JVM, give all rules the same token-store"
                    + " properties");
        }
        users++;
    }

    private void report(SessionStore open) {
        List<String> findings = open.findings();
        findings.forEach(each -> LOGGER.warn("Token store {}: {}", open.settings(), each));
        Duration kept = timeToLive.get();
        if (kept.compareTo(SHORT_TIME_TO_LIVE) < 0) {
            LOGGER.warn(
                    "Token store {}: token-ttl-milliseconds is {}, so another instance forgets a write after that time; a"
                            + " replica further behind than that serves it stale. Let it be longer than replicas are ever"
                            + " behind, at least {}.",
                    open.settings(),
                    kept.toMillis(),
                    SHORT_TIME_TO_LIVE.toMillis());
        }
    }

    synchronized void leave() {
        users--;
        SessionStore open = current;
        if (users == 0 && open != null) {
            current = null;
            open.close();
        }
    }
}
