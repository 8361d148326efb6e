package io.github.readyourwrites.session;

import static io.github.readyourwrites.session.PrimaryFixture.ADDRESS;
import static io.github.readyourwrites.session.PrimaryFixture.UUID_ONE;
import static io.github.readyourwrites.session.PrimaryFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.PendingMark;
import io.github.readyourwrites.session.spi.StoredTokens;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class StoredSessionTest {

    private static final Duration LONG = Duration.ofHours(1);

    private static final Duration SHORT = Duration.ofMillis(1);

    private final PrimaryFixture fixture = new PrimaryFixture();

    private final TokenStoreFixture tokens = new TokenStoreFixture();

    private final SessionFloor floor = new SessionFloor(fixture.servers);

    private SessionStore store = tokens.inUse(LoadFailureAction.FENCE, SaveFailureAction.WARN, LONG);

    private final StoredSession session = new StoredSession(floor, "user", () -> store);

    @BeforeEach
    void identify() {
        fixture.primary.identify(UUID_ONE, gtids("1-100"));
    }

    private void open() {
        session.enter();
    }

    private void commit(String intervals) {
        floor.committed(ADDRESS, gtids(intervals));
        session.changed();
    }

    private void mark() {
        floor.marked(ADDRESS);
        session.changed();
    }

    private List<TokenEntry> saved(int index) {
        return StoredEntries.decode(tokens.saved.get(index));
    }

    private Floor read() {
        Floor result = floor.get(fixture.primary);
        floor.carried().assign(result, fixture.servers);
        return result;
    }

    @Test
    void closeSavesWhatTheSessionWrote() {
        open();
        commit("101");
        assertEquals(0, tokens.saved.size(), "while it is open the close will save it");
        session.closed(store);
        assertEquals(List.of(new TokenEntry(UUID_ONE, gtids("101"), false)), saved(0));
    }

    @Test
    void whatIsAskedForBeforeTheCloseIsSavedThenAndLoadsNothing() {
        open();
        commit("101");
        session.saveRest(store);
        assertEquals(gtids("101"), saved(0).get(0).position());
        assertEquals(new TokenStoreStatistics(0, 0, 0, 1, 0), store.statistics());
        commit("102");
        assertEquals(1, tokens.saved.size(), "the session is open: its close will save it");
        session.closed(store);
        assertEquals(gtids("101-102"), saved(1).get(0).position());
    }

    @Test
    void whatIsSavedAlreadyIsNotSavedAgain() {
        open();
        commit("101");
        session.closed(store);
        open();
        session.closed(store);
        assertEquals(1, tokens.saved.size());
    }

    @Test
    void whatWasLoadedIsNotSavedAgain() {
        tokens.loaded = new StoredTokens(
                List.of(StoredEntries.encode(List.of(new TokenEntry(UUID_ONE, gtids("1-50"), false)))), true);
        open();
        assertFalse(session.load(store));
        assertEquals(gtids("1-50"), read().position());
        assertFalse(read().needsFence());
        session.closed(store);
        assertEquals(0, tokens.saved.size());
    }

    @Test
    void aLaterMarkIsSavedAgain() {
        open();
        mark();
        session.closed(store);
        open();
        session.closed(store);
        assertEquals(1, tokens.saved.size());
        open();
        mark();
        session.closed(store);
        assertEquals(2, tokens.saved.size(), "to be kept longer");
        assertTrue(saved(1).get(0).marked());
    }

    @Test
    void aMarkThatWasSettledIsTakenOutOfTheStore() {
        open();
        mark();
        session.closed(store);
        open();
        read().fenced(fixture.fence("1-100"));
        session.closed(store);
        assertEquals(List.of(new TokenEntry(UUID_ONE, gtids("1-100"), false)), saved(1));
    }

    @Test
    void aReaderSavesNothingEvenIfItCouldNotBeLoaded() {
        tokens.failing = true;
        open();
        session.load(store);
        session.closed(store);
        open();
        session.load(store);
        read().fenced(fixture.fence("1-100"));
        session.closed(store);
        assertEquals(0, store.statistics().failedSaves());
    }

    @Test
    void aCommitAfterTheCloseIsSavedAgain() {
        open();
        PendingMark writing = floor.writing(ADDRESS);
        session.changed();
        session.closed(store);
        assertTrue(saved(0).get(0).marked(), "readers elsewhere ask the primary meanwhile");
        commit("101");
        writing.settle();
        session.changed();
        TokenEntry last = saved(tokens.saved.size() - 1).get(0);
        assertEquals(new TokenEntry(UUID_ONE, gtids("101"), false), last);
    }

    @Test
    void aCommitOfAClosedSessionIsSavedAlsoWhileAnotherOfItsKeyIsOpen() {
        open();
        open();
        session.closed(store);
        commit("101");
        assertEquals(gtids("101"), saved(0).get(0).position());
    }

    @Test
    void commitOfAnEarlierSessionIsSavedAtOnceAlsoWhileTheKeyIsOpenAgain() {
        open();
        session.closed(store);
        open();
        commit("101");
        assertEquals(0, tokens.saved.size(), "as if it were of the one that is open");
        session.changedAfterClose();
        assertEquals(gtids("101"), saved(0).get(0).position());
        session.closed(store);
        assertEquals(1, tokens.saved.size());
        open();
        commit("102");
        assertEquals(1, tokens.saved.size(), "its close will save it");
        session.closed(store);
        commit("103");
        session.changedAfterClose();
        assertEquals(3, tokens.saved.size(), "once");
    }

    @Test
    void savesComeOneAfterTheOtherAndStandForAllThatWaited() {
        tokens.holding = true;
        commit("101");
        commit("102");
        commit("103");
        assertEquals(1, tokens.saved.size());
        tokens.owed.get(0).complete(null);
        assertEquals(2, tokens.saved.size());
        assertEquals(gtids("101-103"), saved(1).get(0).position());
        tokens.owed.get(1).complete(null);
        assertEquals(2, tokens.saved.size());
    }

    @Test
    void aFailedSaveIsCountedAndTriedAgainAtTheNextClose() {
        tokens.failing = true;
        open();
        commit("101");
        session.closed(store);
        assertEquals(1, store.statistics().failedSaves());
        tokens.failing = false;
        open();
        session.closed(store);
        assertEquals(gtids("101"), saved(0).get(0).position());
        assertEquals(1, store.statistics().failedSaves());
    }

    @Test
    void aFailedSaveThatNobodyWaitsForIsCountedToo() {
        tokens.failing = true;
        commit("101");
        assertEquals(1, store.statistics().failedSaves());
    }

    @Test
    void aStoreThatHangsIsWaitedForNoLongerThanTheTimeout() {
        store = tokens.inUse(LoadFailureAction.FENCE, SaveFailureAction.ERROR, SHORT);
        tokens.hanging = true;
        open();
        assertFalse(session.load(store));
        assertEquals(1, store.statistics().failedLoads());
        commit("101");
        assertThrows(TokenStoreException.class, () -> session.closed(store));
        assertEquals(1, store.statistics().failedSaves());
    }

    @Test
    void aStoreThatAnswersNullHasFailedAndIsNamed() {
        store = tokens.inUse(LoadFailureAction.ERROR, SaveFailureAction.ERROR, LONG);
        tokens.loaded = null;
        assertFailsWith("TokenStoreFixture.load completed its stage with null", () -> session.load(store));
        tokens.answersNull = true;
        assertFailsWith("TokenStoreFixture.load returned null", () -> session.load(store));
        open();
        commit("101");
        assertFailsWith("TokenStoreFixture.save returned null", () -> session.closed(store));
        assertEquals(new TokenStoreStatistics(2, 0, 2, 1, 1), store.statistics());
    }

    private static void assertFailsWith(String message, Executable executable) {
        String actual = String.valueOf(
                assertThrows(TokenStoreException.class, executable).getMessage());
        assertTrue(actual.contains(message), actual);
    }

    @Test
    void whatCannotBeLoadedIsFenced() {
        tokens.failing = true;
        open();
        assertFalse(session.load(store));
        assertTrue(read().needsFence());
        read().fenced(fixture.fence("1-100"));
        assertFalse(read().needsFence());
        session.load(store);
        assertTrue(read().needsFence(), "somebody may have written since");
    }

    @Test
    void otherPoliciesForWhatCannotBeLoaded() {
        tokens.failing = true;
        assertTrue(session.load(tokens.inUse(LoadFailureAction.PRIMARY, SaveFailureAction.WARN, LONG)));
        assertFalse(session.load(tokens.inUse(LoadFailureAction.REPLICA, SaveFailureAction.WARN, LONG)));
        assertFalse(read().needsFence());
        SessionStore strict = tokens.inUse(LoadFailureAction.ERROR, SaveFailureAction.WARN, LONG);
        assertThrows(TokenStoreException.class, () -> session.load(strict));
        assertEquals(1, strict.statistics().failedLoads());
    }

    @Test
    void anAnswerThatMayLackSomethingIsFencedEachTime() {
        tokens.loaded = new StoredTokens(List.of(), false);
        session.load(store);
        read().fenced(fixture.fence("1-100"));
        assertFalse(read().needsFence());
        session.load(store);
        assertTrue(read().needsFence());
        assertEquals(2, store.statistics().uncertainLoads());
    }

    @Test
    void aMarkInTheStoreIsFencedEachTime() {
        tokens.loaded = new StoredTokens(
                List.of(StoredEntries.encode(List.of(new TokenEntry(UUID_ONE, gtids("1-50"), true)))), true);
        session.load(store);
        read().fenced(fixture.fence("1-100"));
        assertFalse(read().needsFence());
        session.load(store);
        assertTrue(read().needsFence());
    }

    @Test
    void whatCannotBeReadIsFenced() {
        tokens.loaded = new StoredTokens(List.of("2;what a later version writes"), true);
        session.load(store);
        assertTrue(read().needsFence());
    }

    @Test
    void anotherStoreKnowsNothingYet() {
        open();
        commit("101");
        session.closed(store);
        store = new TokenStoreFixture().inUse(LoadFailureAction.FENCE, SaveFailureAction.WARN, LONG);
        open();
        session.closed(store);
        assertEquals(1, store.statistics().saves());
    }

    @Test
    void theKeyIsNotTold() {
        assertEquals(43, StoredSession.hash("user:42").length());
        assertFalse(StoredSession.hash("user:42").contains("user"));
    }
}
