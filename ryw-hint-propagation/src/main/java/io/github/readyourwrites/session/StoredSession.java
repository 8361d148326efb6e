package io.github.readyourwrites.session;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One keyed floor and its entry in the store. Saves come one after the other, each with all that is known when it starts,
 * so that one which waits stands for everybody who asked meanwhile. What changes while no session is open that will save
 * it on its close is saved at once, without anybody waiting: a commit of a transaction that outlives its session.
 *
 * <p>Thread-safe. Only {@link #load}, {@link #closed} and {@link #saveRest} wait, for the store's time-out at most.
 */
final class StoredSession {

    private final SessionFloor floor;

    private final String session;

    private final Supplier<@Nullable SessionStore> stores;

    /** Guarded by this. */
    private int opens;

    /** A closed session may have, or has had, more to say while another of the key is open. Guarded by this. */
    private boolean overlapping;

    /** The store that the following is about. Guarded by this. */
    private @Nullable SessionStore store;

    /** Guarded by this. */
    private String writer = "";

    /** Guarded by this. */
    private long number;

    /** How often the session has written, or seen, something. Guarded by this. */
    private long changes;

    /** How many of these changes the store has acknowledged. Guarded by this. */
    private long storedChanges;

    /** What was saved last has a mark, which costs readers elsewhere a fence. Guarded by this. */
    private boolean markStored;

    /** Guarded by this. */
    private @Nullable CompletableFuture<Void> running;

    /** Starts when the running one has ended. Guarded by this. */
    private @Nullable CompletableFuture<Void> queued;

    StoredSession(SessionFloor floor, String key, Supplier<@Nullable SessionStore> stores) {
        this.floor = floor;
        this.stores = stores;
        session = hash(key);
        changes = floor.all().isEmpty() ? 0 : 1;
    }

    /** What a store is told instead of the key. */
    static String hash(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException("every Java platform has SHA-256", ex);
        }
    }

    /**
     * A session of {@code key} is being opened: loads what the store in use has of it.
     *
     * @return whether its reads have to go to the primary
     * @throws TokenStoreException if it cannot be loaded and that is an error
     */
    static boolean open(SessionFloor floor, String key) {
        SessionStore from = SessionRegistry.store();
        if (from == null) {
            return false;
        }
        StoredSession result = floor.storedAs(key);
        result.enter();
        try {
            return result.load(from);
        } catch (RuntimeException | Error ex) {
            result.leave();
            throw ex;
        }
    }

    /**
     * A session of {@code key} was closed: saves it to the store in use.
     *
     * @throws TokenStoreException if that failed and is an error
     */
    static void close(SessionFloor floor, String key) {
        SessionStore to = SessionRegistry.store();
        if (to != null) {
            floor.storedAs(key).closed(to);
        } else if (floor.stored() != null) {
            floor.storedAs(key).leave();
        }
    }

    synchronized void enter() {
        opens++;
    }

    /**
     * Puts what the store has of this session into the floor; if it cannot be had, a mark where that is asked for.
     *
     * @return whether the reads of the session that is being opened have to go to the primary
     * @throws TokenStoreException if it cannot be had and that is an error
     */
    boolean load(SessionStore from) {
        List<TokenEntry> entries = from.load(session);
        if (entries == null) {
            LoadFailureAction action = from.settings().onLoadFailure();
            if (action == LoadFailureAction.FENCE) {
                floor.carried().addAll(List.of(TokenEntry.MARK));
            }
            return action == LoadFailureAction.PRIMARY;
        }
        // A mark is for whichever primary the next reads ask for: it must not stick to the position.
        List<TokenEntry> carried = new ArrayList<>();
        for (TokenEntry each : entries) {
            carried.add(new TokenEntry(each.primary(), each.position(), false));
        }
        carried.removeIf(each -> each.position().isEmpty());
        if (entries.stream().anyMatch(TokenEntry::marked)) {
            carried.add(TokenEntry.MARK);
        }
        floor.carried().addAll(carried);
        return false;
    }

    /**
     * A session of the key was closed: saves what is not saved yet.
     *
     * @throws TokenStoreException if that failed and is an error
     */
    void closed(SessionStore to) {
        leave();
        saveRest(to);
    }

    /**
     * Saves what is not saved yet, and waits for it. What was only learned by reading is no reason to save.
     *
     * @throws TokenStoreException if that failed and is an error
     */
    @SuppressWarnings("FutureReturnValueIgnored") // see there
    void saveRest(SessionStore to) {
        if (!isStored(to)) {
            to.await(save(to));
        } else if (isMarkSettled()) {
            // Nothing is lost if this fails: readers elsewhere go on asking the primary.
            save(to);
        }
    }

    /** A session of the key is gone, and nothing is saved. */
    synchronized void leave() {
        // One opened before a store was in use was not counted.
        opens = Math.max(0, opens - 1);
        overlapping = opens > 0;
    }

    /** The session has written or seen something, and its floor says so already. Never blocks. */
    void changed() {
        SessionStore to = stores.get();
        synchronized (this) {
            changes++;
            if (to == null || (opens > 0 && !overlapping) || queued != null) {
                return;
            }
        }
        saveSoon(to);
    }

    /**
     * The same for a session of the key that is closed, after {@link #changed}: what it left to the close of another one is
     * saved at once. Never blocks.
     */
    void changedAfterClose() {
        SessionStore to = stores.get();
        synchronized (this) {
            if (to == null || opens == 0 || overlapping) {
                return;
            }
            overlapping = true;
        }
        saveSoon(to);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the store is told of a failure
    private void saveSoon(SessionStore to) {
        save(to).whenComplete((ignored, ex) -> {
            if (ex != null) {
                to.failedSave(ex);
            }
        });
    }

    private synchronized boolean isStored(SessionStore in) {
        use(in);
        return storedChanges == changes;
    }

    private boolean isMarkSettled() {
        synchronized (this) {
            if (!markStored || running != null) {
                return false;
            }
        }
        return floor.tokenEntries().stream().noneMatch(TokenEntry::marked);
    }

    private void use(SessionStore current) {
        if (store != current) {
            store = current;
            writer = current.newWriter();
            storedChanges = 0;
            markStored = false;
        }
    }

    private CompletableFuture<Void> save(SessionStore to) {
        CompletableFuture<Void> result = new CompletableFuture<>();
        synchronized (this) {
            if (running != null) {
                if (queued == null) {
                    queued = result;
                }
                return queued;
            }
            running = result;
        }
        start(to, result);
        return result;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the end completes the result
    private void start(SessionStore to, CompletableFuture<Void> result) {
        String currentWriter;
        long currentNumber;
        long upTo;
        synchronized (this) {
            use(to);
            currentWriter = writer;
            currentNumber = ++number;
            // Before the floor is read: a change is in the floor before it is counted.
            upTo = changes;
        }
        List<TokenEntry> entries = floor.tokenEntries();
        boolean marked = entries.stream().anyMatch(TokenEntry::marked);
        to.save(session, currentWriter, currentNumber, entries)
                .whenComplete((ignored, ex) -> ended(to, result, upTo, marked, ex));
    }

    private void ended(
            SessionStore to, CompletableFuture<Void> result, long upTo, boolean marked, @Nullable Throwable ex) {
        CompletableFuture<Void> next;
        synchronized (this) {
            if (ex == null && store == to) {
                storedChanges = upTo;
                markStored = marked;
            }
            next = queued;
            queued = null;
            running = next;
        }
        if (ex == null) {
            result.complete(null);
        } else {
            result.completeExceptionally(ex);
        }
        if (next != null) {
            start(to, next);
        }
    }
}
