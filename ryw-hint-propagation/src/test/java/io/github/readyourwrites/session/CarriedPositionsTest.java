package io.github.readyourwrites.session;

import static io.github.readyourwrites.session.PrimaryFixture.UUID_ONE;
import static io.github.readyourwrites.session.PrimaryFixture.UUID_TWO;
import static io.github.readyourwrites.session.PrimaryFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.FailoverFixture;
import io.github.readyourwrites.replica.FenceOutcome;
import io.github.readyourwrites.replica.WrittenToFixture;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CarriedPositionsTest {

    private static final UUID STRANGER = UUID.fromString("99999999-9999-9999-9999-999999999999");

    private static final GtidSet STRANGE = GtidSet.parse(STRANGER + ":1-5");

    private final PrimaryFixture fixture = new PrimaryFixture();

    private final Floor floor = new Floor(fixture.primary, fixture.servers.tickets());

    private final CarriedPositions carried = new CarriedPositions();

    @BeforeEach
    void identify() {
        fixture.primary.identify(UUID_ONE, gtids("1-100"));
        fixture.other.identify(UUID_TWO, GtidSet.parse(UUID_TWO + ":1-100"));
    }

    @Test
    void positionOfThisPrimaryRaisesTheFloor() {
        carry(UUID_ONE, gtids("1-5"), false);
        assertEquals(gtids("1-5"), floor.position());
        assertFalse(floor.needsFence());
    }

    @Test
    void markOfThisPrimaryMarksOnce() {
        carry(UUID_ONE, GtidSet.empty(), true);
        assertTrue(floor.needsFence());
        floor.fenced(fixture.fence("1-100"));
        assign();
        assertFalse(floor.needsFence());
    }

    @Test
    void positionOfAnotherConfiguredPrimaryIsNoneOfThisOnes() {
        // The two have a history in common, as when the one was cloned from the other.
        try (WrittenToFixture ignored = new WrittenToFixture(fixture.servers, fixture.other)) {
            carry(UUID_TWO, GtidSet.parse(UUID_TWO + ":1-5").union(gtids("1-200")), true);
            assertTrue(floor.isEmpty());
        }
    }

    @Test
    void positionOfAPrimaryThatNoGroupWritesToAnyMoreIsThatOfItsHeir() {
        // Known from before: its data source was closed, and one on a replica that took its place was opened.
        carry(UUID_TWO, GtidSet.parse(UUID_TWO + ":1-5").union(gtids("1-5")), true);
        assertTrue(floor.position().contains(GtidSet.parse(UUID_TWO + ":1-5")));
        assertTrue(floor.needsFence());
    }

    @Test
    void positionOfAFormerPrimaryOfTheSameDataRaisesTheFloor() {
        carry(STRANGER, gtids("1-5"), false);
        assertEquals(gtids("1-5"), floor.position());
    }

    @Test
    void unknownSourceIsForeignAfterOneRefresh() {
        carry(STRANGER, STRANGE, false);
        assertTrue(floor.needsFence());
        assertTrue(floor.position().isEmpty());
        floor.fenced(fixture.fence("1-100"));
        assign();
        assign();
        assertFalse(floor.needsFence());
        assertEquals(gtids("1-100"), floor.position());
    }

    @Test
    void readThatComesWhileTheRefreshIsUnderWayAsksForNoOther() {
        carry(STRANGER, STRANGE, false);
        FenceOutcome.Answer answer = fixture.fence("1-100");
        assign();
        floor.fenced(answer);
        assign();
        assertFalse(floor.needsFence());
    }

    @Test
    void unknownSourceThatTheRefreshFindsRaisesTheFloor() {
        carry(STRANGER, STRANGE, false);
        fixture.primary.identify(UUID_ONE, gtids("1-100").union(STRANGE));
        floor.fenced(fixture.fence("1-100"));
        assign();
        assertTrue(floor.position().contains(STRANGE));
    }

    @Test
    void markOfUnknownOriginMarksEachPrimary() {
        carried.addAll(List.of(new TokenEntry(null, GtidSet.empty(), true)));
        Floor otherFloor = new Floor(fixture.other, fixture.servers.tickets());
        assign();
        carried.assign(otherFloor, fixture.servers);
        assertTrue(floor.needsFence());
        assertTrue(otherFloor.needsFence());
    }

    @Test
    void tokenHandedOnRepeatsOnlyWhatNoFloorStandsFor() {
        carry(UUID_ONE, gtids("1-5"), true);
        carry(UUID_TWO, GtidSet.parse(UUID_TWO + ":1-5"), false);
        List<TokenEntry> left = carried.unassigned(List.of(fixture.primary, fixture.other));
        assertEquals(List.of(UUID_TWO), left.stream().map(TokenEntry::primary).toList());
    }

    @Test
    void markOfUnknownOriginIsHandedOnUntilEachPrimaryHasIt() {
        carried.addAll(List.of(new TokenEntry(null, GtidSet.empty(), true)));
        assign();
        assertEquals(
                1, carried.unassigned(List.of(fixture.primary, fixture.other)).size());
        carried.assign(new Floor(fixture.other, fixture.servers.tickets()), fixture.servers);
        assertEquals(List.of(), carried.unassigned(List.of(fixture.primary, fixture.other)));
    }

    /** Of a primary that only another service writes to: that service has to ask it. */
    @Test
    void markOfAStrangerIsHandedOnAlsoAfterThePrimaryHereWasAsked() {
        carry(STRANGER, GtidSet.empty(), true);
        assertTrue(floor.needsFence());
        floor.fenced(fixture.fence("1-100"));
        assign();
        assign();
        assertFalse(floor.needsFence());
        assertEquals(List.of(STRANGER), handedOn());
    }

    @Test
    void markOfAStrangerIsHandedOnAlsoWhereItsPositionIsPartlyKnownHere() {
        carry(STRANGER, STRANGE.union(gtids("1-5")), true);
        assertTrue(floor.position().contains(STRANGE), "it may be on its way");
        floor.fenced(fixture.fence("1-100"));
        assign();
        assertFalse(floor.needsFence());
        assertEquals(List.of(STRANGER), handedOn());
    }

    @Test
    void markOfAFormerPrimaryThatTheRefreshFindsIsNotHandedOn() {
        carry(STRANGER, GtidSet.empty(), true);
        fixture.primary.identify(UUID_ONE, gtids("1-100").union(STRANGE));
        floor.fenced(fixture.fence("1-100"));
        assign();
        assertEquals(List.of(), handedOn());
    }

    private List<UUID> handedOn() {
        return carried.unassigned(List.of(fixture.primary)).stream()
                .map(TokenEntry::primary)
                .toList();
    }

    /** After one address of the primary has moved, the other one may be dead and never tell. */
    @Test
    void positionOfTheFormerPrimaryCountsWhileAnotherAddressStillStandsForIt() throws Exception {
        PrimaryFixture own = new PrimaryFixture();
        own.primary.identify(UUID_ONE, gtids("1-100"));
        own.other.identify(UUID_ONE, gtids("1-100"));
        try (WrittenToFixture ignored = new WrittenToFixture(own.servers, own.primary);
                WrittenToFixture dead = new WrittenToFixture(own.servers, own.other)) {
            FailoverFixture.failOver(own.servers, own.primary, UUID_TWO, gtids("1-100"));
            Floor heir = new Floor(own.primary, own.servers.tickets());
            carried.addAll(List.of(new TokenEntry(UUID_ONE, gtids("1-50"), true)));
            carried.assign(heir, own.servers);
            assertTrue(own.primary.sameServer().contains(own.other), dead::toString);
            assertEquals(gtids("1-50"), heir.position());
            assertTrue(heir.needsFence());
        }
    }

    /** Two shards were cloned from one server, and the other one's primary was replaced since. */
    @Test
    void positionOfAnotherShardsFormerPrimaryIsNoneOfThisOnes() {
        GtidSet ancestor = GtidSet.parse("33333333-3333-3333-3333-333333333333:1-50");
        fixture.primary.identify(UUID_ONE, gtids("1-100").union(ancestor));
        fixture.other.identify(UUID_TWO, STRANGE.union(ancestor));
        try (WrittenToFixture ignored = new WrittenToFixture(fixture.servers, fixture.other)) {
            carry(STRANGER, STRANGE.union(ancestor), true);
            assertEquals(ancestor, floor.position());
            assertTrue(floor.needsFence(), "it may have got there since");
            floor.fenced(fixture.fence("1-100"));
            assign();
            assertFalse(floor.needsFence());
            assertFalse(floor.position().contains(STRANGE), "this shard will never have it");
            assertEquals(List.of(STRANGER), handedOn());
            Floor otherFloor = new Floor(fixture.other, fixture.servers.tickets());
            carried.assign(otherFloor, fixture.servers);
            assertTrue(otherFloor.position().contains(STRANGE));
            assertTrue(otherFloor.needsFence());
            assertEquals(List.of(), handedOn());
        }
    }

    @Test
    void positionOfAFormerPrimaryThatTheRefreshFindsIsNotTakenForAnotherShards() {
        GtidSet ancestor = GtidSet.parse("33333333-3333-3333-3333-333333333333:1-50");
        fixture.primary.identify(UUID_ONE, gtids("1-100").union(ancestor));
        fixture.other.identify(UUID_TWO, STRANGE.union(ancestor));
        try (WrittenToFixture ignored = new WrittenToFixture(fixture.servers, fixture.other)) {
            carry(STRANGER, STRANGE.union(ancestor), false);
            fixture.primary.identify(UUID_ONE, GtidSet.parse(STRANGER + ":1-2"));
            floor.fenced(fixture.fence("1-100"));
            assign();
            assertTrue(floor.position().contains(STRANGE));
            assertEquals(List.of(), handedOn());
        }
    }

    /** Nothing tells it from one of this shard whose first transactions are on their way. */
    @Test
    void positionThatIsPartlyKnownHereAndNowhereElseIsThisPrimarys() {
        carry(STRANGER, STRANGE.union(gtids("1-5")), false);
        assertEquals(STRANGE.union(gtids("1-5")), floor.position());
        assertFalse(floor.needsFence());
    }

    @Test
    void whatIsLostIsFoundSoOnce() throws Exception {
        fixture.primary.lossGrace(Duration.ZERO);
        FailoverFixture.failOver(fixture.servers, fixture.primary, UUID_TWO, gtids("1-50"));
        carry(STRANGER, gtids("40-60"), true);
        assertEquals(gtids("51-60"), floor.trim());
        assign();
        assertFalse(floor.mayHaveLost(), "it waits for a fence");
        assertEquals(gtids("40-50"), floor.position());
    }

    private void carry(UUID primary, GtidSet position, boolean marked) {
        carried.addAll(List.of(new TokenEntry(primary, position, marked)));
        assign();
    }

    private void assign() {
        carried.assign(floor, fixture.servers);
    }
}
