package io.github.readyourwrites.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SemiSyncTest {

    @ParameterizedTest
    @CsvSource({
        "OFF,OFF,AFTER_SYNC,OFF",
        "ON,ON,AFTER_SYNC,ON",
        "1,ON,AFTER_SYNC,ON",
        "ON,ON,AFTER_COMMIT,ON_AFTER_COMMIT",
        "ON,OFF,AFTER_SYNC,DEGRADED",
        "ON,OFF,AFTER_COMMIT,DEGRADED"
    })
    void followsFromTheServersVariables(String enabled, String status, String waitPoint, SemiSync expected) {
        assertEquals(expected, SemiSync.of(enabled, status, waitPoint));
    }
}
