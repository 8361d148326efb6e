package io.github.readyourwrites.prove.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.session.ConsistencyLevel;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryCheckerTest {

    private final HistoryFixture history = new HistoryFixture();

    @Test
    void readThatSeesItsSessionsWriteIsRight() {
        Verdict verdict = history.write("a/s", 1, 0, 1).read("a/s", 1, 2, 3).check();
        assertTrue(verdict.isRight());
        assertEquals(1, verdict.checkedReads());
    }

    @Test
    void readThatMissesItIsShownWithTheWrite() {
        List<Violation> violations =
                history.write("a/s", 1, 0, 1).read("a/s", 0, 2, 3).check().violations();
        assertEquals(1, violations.size());
        assertEquals(Rule.READ_YOUR_WRITES, violations.get(0).rule());
        assertEquals(2, violations.get(0).excerpt().size());
        assertTrue(violations.get(0).toString().contains("a/s writes key 1 version 1"), violations::toString);
    }

    @Test
    void readThatBeginsBeforeTheAcknowledgementMayMissIt() {
        assertEquals(
                List.of(), history.write("a/s", 1, 0, 2).read("a/s", 0, 1, 3).violated());
        assertEquals(
                List.of(), history.write("a/s", 2, 5, 6).read("a/s", 1, 6, 7).violated());
    }

    @Test
    void laterVersionStandsForAnEarlierOne() {
        assertEquals(
                List.of(),
                history.write("a/s", 1, 0, 1)
                        .write("a/t", 2, 1, 2)
                        .read("a/s", 2, 3, 4)
                        .violated());
    }

    @Test
    void othersWritesAreNoConcernOfASession() {
        assertEquals(
                List.of(),
                history.write("a/s", 1, 0, 1)
                        .read("a/t", 0, 2, 3)
                        .read("b/s", 0, 2, 3)
                        .violated());
    }

    @Test
    void writesOutsideAnySessionAreAConcernOfTheirInstance() {
        assertEquals(
                List.of(Rule.INSTANCE),
                history.write("a/", 1, 0, 1)
                        .read("a/t", 0, 2, 3)
                        .read("b/s", 0, 2, 3)
                        .violated());
    }

    @Test
    void readOutsideAnySessionSeesItsInstance() {
        assertEquals(
                List.of(Rule.INSTANCE),
                history.write("a/s", 1, 0, 1).read("a/", 0, 2, 3).violated());
    }

    @Test
    void strongReadSeesWhatAnybodyWrote() {
        assertEquals(
                List.of(Rule.STRONG),
                history.write("a/s", 1, 0, 1)
                        .read("b/t", 0, 2, 3, ConsistencyLevel.STRONG)
                        .violated());
    }

    @Test
    void eventualReadIsNoOlderThanItsBound() {
        assertEquals(
                List.of(Rule.BOUNDED_STALENESS),
                history.bound(10)
                        .write("a/s", 1, 0, 1)
                        .read("a/s", 0, 5, 6, ConsistencyLevel.EVENTUAL)
                        .read("a/s", 0, 20, 21, ConsistencyLevel.EVENTUAL)
                        .violated());
    }

    @Test
    void whatWasHandedOverMustBeSeenThere() {
        List<Violation> violations = history.write("a/s", 1, 0, 1)
                .handover("a/s", "b/t", 2, 3)
                .handover("b/t", "b/u", 4, 5)
                .read("b/u", 0, 6, 7)
                .check()
                .violations();
        assertEquals(1, violations.size());
        assertEquals(4, violations.get(0).excerpt().size(), "the write, both ways, the read");
    }

    @Test
    void whatWasWrittenAfterTheTokenWasTakenIsNotHandedOver() {
        assertEquals(
                List.of(),
                history.handover("a/s", "b/t", 0, 5)
                        .write("a/s", 1, 1, 2)
                        .read("b/t", 0, 6, 7)
                        .violated());
    }

    @Test
    void transactionSeesWhatItHasWritten() {
        assertEquals(
                List.of(Rule.OWN_TRANSACTION),
                history.readInTransaction("a/s", 0, 1, 2, 3).violated());
    }

    @Test
    void sessionGoesBackInTimeOnlyWhereThatWasPromised() {
        history.write("a/s", 1, 0, 1).read("a/t", 1, 2, 3).read("a/t", 0, 4, 5);
        assertEquals(List.of(), history.violated());
        assertEquals(List.of(Rule.MONOTONIC_READS), history.monotonicReads().violated());
    }

    @Test
    void unknownWriteMayBeSeenOrNot() {
        assertEquals(
                List.of(),
                history.write("a/s", 1, 0, 1, Outcome.UNKNOWN)
                        .read("a/s", 1, 2, 3)
                        .read("a/s", 0, 4, 5)
                        .violated());
    }

    @Test
    void versionThatNobodyWroteIsAnInvention() {
        assertEquals(
                List.of(Rule.NO_INVENTION),
                history.write("a/s", 1, 5, 6).read("a/s", 1, 0, 1).violated());
    }

    @Test
    void noOpWriteMustSeeWhatItFound() {
        assertEquals(
                List.of(Rule.READ_YOUR_WRITES),
                history.write("a/s", 2, 0, 1)
                        .noOpWrite("a/t", 1, 2, 3)
                        .read("a/t", 0, 4, 5)
                        .violated());
    }

    @Test
    void acknowledgedWriteThatIsGoneMustBeReported() {
        history.write("a/s", 1, 0, 1).lose(1);
        assertEquals(List.of(Rule.DURABILITY), history.violated());
        assertEquals(List.of(), history.reportLoss("a", 1, 10).violated());
    }

    @Test
    void lostWriteMustBeSeenUntilTheReport() {
        history.write("a/s", 1, 0, 1)
                .lose(1)
                .read("a/s", 0, 2, 3)
                .reportLoss("a", 1, 10)
                .read("a/s", 0, 11, 12);
        assertEquals(List.of(Rule.READ_YOUR_WRITES), history.violated());
    }

    @Test
    void reportDuringAReadExcusesIt() {
        assertEquals(
                List.of(),
                history.write("a/s", 1, 0, 1)
                        .lose(1)
                        .read("a/s", 0, 2, 12)
                        .reportLoss("a", 1, 10)
                        .violated());
    }

    @Test
    void reportExcusesNothingThatIsThere() {
        assertEquals(
                List.of(Rule.READ_YOUR_WRITES),
                history.write("a/s", 1, 0, 1)
                        .write("a/s", 2, 2, 3)
                        .lose(2)
                        .reportLoss("a", 1, 10)
                        .read("a/s", 0, 11, 12)
                        .violated());
    }

    @Test
    void whatOneJvmHasSavedTheOtherMustSeeOnceItHasOpenedTheSession() {
        List<Violation> violations = history.write("a/s", 1, 0, 1)
                .save("a/s", 2, 3)
                .load("b/s", 4, 5)
                .read("b/s", 0, 6, 7)
                .check()
                .violations();
        assertEquals(1, violations.size());
        assertEquals(Rule.READ_YOUR_WRITES, violations.get(0).rule());
        assertEquals(4, violations.get(0).excerpt().size(), "the write, its saving, the opening, the read");
    }

    @Test
    void whatWasNotSavedOrIsOpenedTooEarlyIsNoConcernOfTheOtherJvm() {
        assertEquals(
                List.of(),
                history.write("a/s", 1, 0, 1)
                        .load("b/s", 2, 3)
                        .save("a/s", 2, 4)
                        .read("b/s", 0, 5, 6)
                        .load("b/t", 5, 6)
                        .read("b/t", 0, 7, 8)
                        .violated());
    }

    @Test
    void whatWasWrittenWhileTheSessionWasSavedIsNotSaved() {
        assertEquals(
                List.of(),
                history.save("a/s", 0, 5)
                        .write("a/s", 1, 1, 2)
                        .load("b/s", 6, 7)
                        .read("b/s", 0, 8, 9)
                        .violated());
    }

    @Test
    void lostWriteOfAnotherJvmNeedNotBeSeen() {
        assertEquals(
                List.of(),
                history.write("a/s", 1, 0, 1)
                        .lose(1)
                        .save("a/s", 2, 3)
                        .load("b/s", 4, 5)
                        .read("b/s", 0, 6, 7)
                        .handover("a/s", "b/t", 2, 8)
                        .read("b/t", 0, 9, 10)
                        .reportLoss("a", 1, 11)
                        .violated());
    }

    @Test
    void reportMayComeAMomentAfterTheReadThatGoesOn() {
        history.write("a/s", 1, 0, 1).lose(1).read("a/s", 0, 2, 3);
        assertEquals(List.of(), history.reportLoss("a", 1, 5).violated());
    }

    @Test
    void reportOfAnotherJvmIsNoExcuse() {
        assertEquals(
                List.of(Rule.READ_YOUR_WRITES, Rule.DURABILITY),
                history.write("a/s", 1, 0, 1)
                        .lose(1)
                        .reportLoss("b", 1, 2)
                        .read("a/s", 0, 3, 4)
                        .violated());
    }

    @Test
    void lostWriteWhoseAnswerWasNoticedAfterTheReportNeedNotBeSeen() {
        assertEquals(
                List.of(),
                history.write("a/s", 1, 0, 3)
                        .lose(1)
                        .reportLoss("a", 1, 2)
                        .read("a/s", 0, 10, 11)
                        .violated());
    }

    @Test
    void eventualReadIsBoundToNothingElse() {
        assertEquals(
                List.of(),
                history.monotonicReads()
                        .write("a/s", 1, 0, 1)
                        .read("a/s", 1, 2, 3)
                        .read("a/s", 0, 4, 5, ConsistencyLevel.EVENTUAL)
                        .violated());
    }

    @Test
    void monotonicReadsArePromisedByJvm() {
        assertEquals(
                List.of(Rule.MONOTONIC_READS),
                history.monotonicReads()
                        .write("c/s", 1, 0, 1)
                        .read("a/t", 1, 2, 3)
                        .read("a/t", 0, 4, 5)
                        .read("b/t", 1, 2, 3)
                        .read("b/t", 0, 4, 5)
                        .violated());
    }

    @Test
    void whatATransactionSawOfItselfWasNotSeenByTheSession() {
        assertEquals(
                List.of(),
                history.monotonicReads()
                        .write("a/s", 1, 0, 9)
                        .readInTransaction("a/s", 1, 1, 2, 3)
                        .read("a/s", 0, 4, 5)
                        .violated());
    }

    @Test
    void countsWhatEachRuleAskedFor() {
        Verdict verdict = history.write("a/s", 1, 0, 1)
                .read("a/s", 1, 2, 3)
                .read("a/t", 0, 2, 3)
                .check();
        assertEquals(2, verdict.checkedReads());
        assertEquals(1, verdict.checks().get(Rule.READ_YOUR_WRITES));
        assertEquals(1, verdict.checks().get(Rule.DURABILITY));
    }
}
