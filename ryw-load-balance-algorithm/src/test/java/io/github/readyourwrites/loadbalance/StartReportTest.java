package io.github.readyourwrites.loadbalance;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class StartReportTest {

    private final StartReport report = new StartReport("starts");

    @Test
    void listsEveryRefusalAndNoWarning() {
        report.add(inspection("g", "false", finding(Severity.REFUSAL, "r1"), finding(Severity.WARNING, "w1")));
        report.add(inspection("h", "false", finding(Severity.REFUSAL, "r2"), finding(Severity.NOTE, "n1")));
        String message = refusal();
        assertTrue(message.contains("r1") && message.contains("r2"), message);
        assertFalse(message.contains("w1") || message.contains("n1"), message);
    }

    @Test
    void refusesWarningsOfAStrictGroupOnly() {
        report.add(inspection("g", "true", finding(Severity.WARNING, "w1"), finding(Severity.NOTE, "n1")));
        report.add(inspection("h", "false", finding(Severity.WARNING, "w2")));
        String message = refusal();
        assertTrue(message.contains("strict-start") && message.contains("w1"), message);
        assertFalse(message.contains("w2") || message.contains("n1"), message);
    }

    @Test
    void startsWithWarningsOtherwise() {
        report.add(inspection("g", "false", finding(Severity.WARNING, "w1")));
        assertDoesNotThrow(report::conclude);
    }

    @Test
    void joinsTheDataSourcesOfEqualFindings() {
        Finding first = new Finding(Severity.NOTE, "Group `g`", List.of("`a`"), "what", "mend");
        Finding second = new Finding(Severity.NOTE, "Group `g`", List.of("`b`"), "what", "mend");
        Finding other = new Finding(Severity.NOTE, "Group `g`", List.of("`b`"), "else", "mend");
        assertEquals(
                List.of(
                        "note: Group `g`, data sources `a`, `b`: what. Remedy: mend.",
                        "note: Group `g`, data source `b`: else. Remedy: mend."),
                Finding.merge(List.of(first, other, second)).stream()
                        .map(Finding::toString)
                        .toList());
    }

    private String refusal() {
        return String.valueOf(assertThrows(SQLException.class, report::conclude).getMessage());
    }

    private static Finding finding(Severity severity, String what) {
        return new Finding(severity, "Group `g`", List.of(), what, "mend");
    }

    private static GroupInspection inspection(String name, String strict, Finding... findings) {
        Properties properties = new Properties();
        properties.setProperty("strict-start", strict);
        GroupDescriptor descriptor = new GroupDescriptor(
                "db",
                name,
                GroupFixture.dataSource("w"),
                List.of(),
                RoutingConfigurationParser.parse(properties),
                (group, available) -> available.get(0),
                "DYNAMIC");
        return new GroupInspection(descriptor, List.of(), TrackerState.UNKNOWN, List.of(findings));
    }
}
