package io.github.readyourwrites.replica;

import static io.github.readyourwrites.replica.FenceLinkFixture.PRIMARY;
import static io.github.readyourwrites.replica.FenceLinkFixture.executed;
import static io.github.readyourwrites.replica.FenceLinkFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PrimaryTest {

    private static final UUID SUCCESSOR = UUID.fromString("22222222-2222-2222-2222-222222222222");

    private final AtomicInteger identityChanges = new AtomicInteger();

    private final LostWrites lostWrites = new LostWrites(ignored -> {});

    private final Primary primary =
            new Primary(new ServerAddress("primary", 3306), () -> 0, identityChanges::incrementAndGet, lostWrites);

    private final FenceLinkFixture link = new FenceLinkFixture();

    @Test
    void answerIsTheUnionOfOwnedAndExecuted() throws SQLException {
        GtidSet position = answer(new FenceLink.Reply(gtids("6:8"), gtids("1-5"), PRIMARY, false));
        assertEquals(gtids("1-6:8"), position);
    }

    @Test
    void ownedMayRollBackSoItIsNotKnownToBeCommitted() throws SQLException {
        answer(new FenceLink.Reply(gtids("6"), gtids("1-5"), PRIMARY, false));
        assertEquals(gtids("1-5"), primary.known());
        assertEquals(gtids("1-5"), answer(executed("1-5")));
    }

    @Test
    void voidWithoutWhatThisJvmCommitted() throws SQLException {
        primary.committed(gtids("7"));
        String reason = reasonOfVoid(executed("1-6"));
        assertTrue(reason.contains("lacks " + gtids("7")), reason);
    }

    @Test
    void voidWithoutWhatAnEarlierFenceFoundExecuted() throws SQLException {
        answer(executed("1-6"));
        reasonOfVoid(executed("1-5"));
    }

    @Test
    void whatIsStillOwnedIsNotLacking() throws SQLException {
        primary.committed(gtids("6"));
        answer(new FenceLink.Reply(gtids("6"), gtids("1-5"), PRIMARY, false));
    }

    @Test
    void commitAfterTheSendingIsNotLacking() throws SQLException {
        link.whileAsked = () -> primary.committed(gtids("6"));
        answer(executed("1-5"));
    }

    @Test
    void voidIfReadOnly() throws SQLException {
        String reason = reasonOfVoid(new FenceLink.Reply(GtidSet.empty(), gtids("1-5"), PRIMARY, true));
        assertTrue(reason.contains("primary:3306 is read-only"), reason);
    }

    @Test
    void voidWhileANewServerAppliesItsRelayLog() throws SQLException {
        answer(executed("1-5"));
        link.relayLog = RelayLog.APPLYING;
        answer(executed("1-6"));
        FenceLink.Reply ofSuccessor = new FenceLink.Reply(GtidSet.empty(), gtids("1-6"), SUCCESSOR, false);
        String reason = reasonOfVoid(ofSuccessor);
        assertTrue(reason.contains("relay log"), reason);
        assertEquals(PRIMARY, primary.serverUuid());
        link.relayLog = RelayLog.NONE;
        answer(ofSuccessor);
        assertEquals(SUCCESSOR, primary.serverUuid());
        assertEquals(2, identityChanges.get());
    }

    @Test
    void doubtIsSettledOnlyByAnAnswerThatWasAskedForAfterIt() throws SQLException {
        FenceLinkFixture silent = new FenceLinkFixture();
        Fences fences = new Fences(primary, silent, new Tickets(), () -> 0);
        primary.open(fences, new MonitorSettings(Duration.ofMillis(1), Duration.ofSeconds(1), 200, Duration.ZERO));
        try {
            link.whileAsked = () -> primary.suspect("a write lost its connection");
            answer(executed("1-5"));
            assertTrue(primary.isInDoubt(), "the answer was on its way already");
            link.whileAsked = () -> {};
            answer(executed("1-5"));
            assertFalse(primary.isInDoubt());
        } finally {
            primary.detachFences().run();
        }
    }

    @Test
    void roundsUpToWhatIsKnownToBeThere() throws SQLException {
        StringBuilder scattered = new StringBuilder("1");
        for (int i = 3; i <= 99; i += 2) {
            scattered.append(':').append(i);
        }
        GtidSet position = gtids(scattered.toString());
        assertEquals(position, primary.roundUp(position), "nothing is known about the gaps");
        answer(executed("1-99"));
        assertEquals(gtids("1-99"), primary.roundUp(position));
        assertEquals(gtids("1:3"), primary.roundUp(gtids("1:3")), "short ones stay as they are");
    }

    private GtidSet answer(FenceLink.Reply reply) throws SQLException {
        FenceOutcome outcome = primary.judge(1, link.answer(reply));
        return assertInstanceOf(FenceOutcome.Answer.class, outcome).position();
    }

    private String reasonOfVoid(FenceLink.Reply reply) throws SQLException {
        FenceOutcome outcome = primary.judge(1, link.answer(reply));
        FenceOutcome.Failure result = assertInstanceOf(FenceOutcome.Failure.class, outcome);
        assertTrue(result.isVoid());
        return result.reason();
    }
}
