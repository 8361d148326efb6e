package io.github.readyourwrites.loadbalance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class TrackerCheckTest {

    private static final String TRACKER = "queryInterceptors=io.github.readyourwrites.capture.GtidTracker";

    @Test
    void saysNothingOfATrackerThatIsActiveOrWasNotAskedFor() {
        assertEquals(List.of(), check("", new TrackerState(true, true, "OWN_GTID", false, "")));
        assertEquals(List.of(), check("", TrackerState.UNKNOWN));
    }

    @Test
    void asksForTheUrlParameterOrForOneClassLoader() {
        TrackerState unseen = new TrackerState(true, false, "OFF", false, "");
        assertTrue(check("", unseen).get(0).remedy().contains("add " + TRACKER));
        assertTrue(check("?" + TRACKER, unseen).get(0).remedy().contains("one class loader"));
    }

    @Test
    void noticesAServerThatSendsNoGtids() {
        assertTrue(check("?" + TRACKER, new TrackerState(true, true, "OFF", false, ""))
                .get(0)
                .what()
                .contains("session_track_gtids is OFF"));
    }

    @Test
    void tellsWhyThePoolGivesNothing() {
        assertTrue(check("", new TrackerState(false, false, "", false, "denied"))
                .get(0)
                .what()
                .contains("denied"));
    }

    @Test
    void saysWhatAnOldDriverCosts() {
        List<Finding> findings = check("", new TrackerState(true, true, "OWN_GTID", true, ""));
        assertEquals(1, findings.size());
        assertTrue(findings.get(0).remedy().contains("8.2.0"), findings.toString());
    }

    private static List<Finding> check(String parameters, TrackerState tracker) {
        InspectedServer server = InspectionFixture.primary().server();
        GroupFindings findings = InspectionFixture.findings();
        TrackerCheck.check(
                new InspectedServer(
                        new DataSourceDescriptor("w", "jdbc:mysql://h/db" + parameters, "", "", new Object()),
                        server.endpoint(),
                        server.inspection(),
                        null),
                tracker,
                findings);
        return findings.list();
    }
}
