package io.github.readyourwrites.session;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.Primary;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a session and another side, such as a browser, have told each other, so that a token is handed over only where it
 * says something new. For whoever hands tokens on with each request or message. Thread-safe; only {@link #save} blocks.
 */
public final class TokenExchange {

    private final RywSession session;

    /** What came from the other side. Guarded by this. */
    private final CarriedPositions received = new CarriedPositions();

    /** What was handed over last, which contains all before; null as long as nothing was. Guarded by this. */
    private @Nullable List<TokenEntry> handed;

    private TokenExchange(RywSession session) {
        this.session = session;
    }

    /** The other side has nothing yet. */
    public static TokenExchange of(RywSession session) {
        return new TokenExchange(session);
    }

    /** A token of the calling thread's session or, outside any, of everything that this JVM wrote. */
    public static String currentToken() {
        return RywSession.current()
                .map(RywSession::token)
                .orElseGet(() -> SessionRegistry.tokens()
                        .write(SessionRegistry.instance().tokenEntries(), null));
    }

    /** How long the other side has reason to keep a token. */
    public static Duration timeToLive() {
        return SessionRegistry.timeToLive();
    }

    /** {@link RywSession#merge}, of a token that the other side has. */
    public synchronized TokenOutcome receive(String token) {
        SessionToken.Decoded result = session.receive(token);
        received.addAll(result.entries());
        return result.outcome();
    }

    /** What was handed over did not arrive: the other side has only what it had sent. */
    public synchronized void forget() {
        handed = null;
    }

    /** Whether a session that starts with what the other side has may miss what this one has to see. */
    public synchronized boolean isBehind() {
        return isLacking(theirs(), session.entries());
    }

    /**
     * A token for the other side, which has it from then on; empty if the other side would neither see more by it, nor have
     * to ask for less, nor get rid of lost writes.
     *
     * @param maxLength in characters, 256 to 4,096; where a position is too long for it, whoever reads the token asks the
     *     primary
     * @param unfinished whether the session may go on writing without another token: whoever reads this one asks the
     *     primary
     */
    public synchronized Optional<String> news(int maxLength, boolean unfinished) {
        if (maxLength < SessionToken.MIN_LENGTH || maxLength > SessionToken.MAX_LENGTH) {
            throw new IllegalArgumentException("maxLength is " + maxLength + ", must be from " + SessionToken.MIN_LENGTH
                    + " to " + SessionToken.MAX_LENGTH);
        }
        List<TokenEntry> current = unfinished ? marked(session.entries()) : session.entries();
        if (!isNews(current)) {
            return Optional.empty();
        }
        handed = current;
        return Optional.of(SessionRegistry.tokens().write(current, null, maxLength));
    }

    private static List<TokenEntry> marked(List<TokenEntry> entries) {
        CarriedPositions result = new CarriedPositions();
        result.addAll(entries);
        for (Primary each : SessionRegistry.servers().fenced()) {
            result.addAll(List.of(new TokenEntry(each.serverUuid(), GtidSet.empty(), true)));
        }
        return result.entries();
    }

    private boolean isNews(List<TokenEntry> current) {
        List<TokenEntry> theirs = theirs();
        // A mark of the session's own may be younger than one received, which the other side may keep for a moment
        // only.
        return isLacking(theirs, current)
                || current.stream().anyMatch(each -> !each.marked() && !covers(theirs, each))
                || theirs.stream().anyMatch(each -> each.marked() && isSettled(each.primary(), current))
                || isLost(theirs, current)
                || (handed == null && session.floorEntries().stream().anyMatch(TokenEntry::marked));
    }

    /** Whether they have a position that this session found lost: as long as they bring it, it is found lost again. */
    private static boolean isLost(List<TokenEntry> theirs, List<TokenEntry> current) {
        GtidSet all = GtidSet.empty();
        for (TokenEntry each : current) {
            all = all.union(each.position());
        }
        GtidSet kept = all;
        return theirs.stream().anyMatch(each -> !kept.contains(each.position()));
    }

    private List<TokenEntry> theirs() {
        return handed == null ? received.entries() : handed;
    }

    /** Whether somebody who has {@code theirs} may miss some of {@code current}. A mark makes him ask, and miss nothing. */
    private static boolean isLacking(List<TokenEntry> theirs, List<TokenEntry> current) {
        return current.stream()
                .anyMatch(each -> !isMarked(theirs, each.primary())
                        && !isMarked(theirs, null)
                        && (each.marked() || !covers(theirs, each)));
    }

    /** Whether nothing is marked any more for {@code primary}, or for any if null, and something is known instead. */
    private static boolean isSettled(@Nullable UUID primary, List<TokenEntry> current) {
        return !isMarked(current, primary)
                && current.stream().anyMatch(each -> primary == null || primary.equals(each.primary()));
    }

    private static boolean isMarked(List<TokenEntry> entries, @Nullable UUID primary) {
        return entries.stream().anyMatch(each -> each.marked() && Objects.equals(each.primary(), primary));
    }

    private static boolean covers(List<TokenEntry> entries, TokenEntry entry) {
        return entry.position().isEmpty()
                || entries.stream()
                        .anyMatch(each -> Objects.equals(each.primary(), entry.primary())
                                && each.position().contains(entry.position()));
    }

    /**
     * Saves to the token store, if there is one, what the session wrote so far: {@link RywSession#close} does, too, but
     * that may be after the other side was answered.
     *
     * @throws TokenStoreException if that failed and {@code on-token-save-failure} is ERROR
     */
    public void save() {
        session.save();
    }
}
