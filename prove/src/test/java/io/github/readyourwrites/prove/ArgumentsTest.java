package io.github.readyourwrites.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.session.ConsistencyLevel;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {

    @Test
    void everythingHasADefault() {
        Settings settings = Arguments.parse();
        assertEquals(Duration.ofMinutes(2), settings.duration());
        assertEquals(List.of(Fault.values()), settings.faults());
        assertEquals(Strategy.READ_YOUR_WRITES, settings.strategy());
        assertTrue(settings.isStored());
    }

    @Test
    void takesWhatIsWritten() {
        Settings settings = Arguments.parse(
                "--seconds", "25", "--faults", "applier, WIPE", "--level", "strong", "--jvms", "1", "--seed", "7");
        assertEquals(Duration.ofSeconds(25), settings.duration());
        assertEquals(List.of(Fault.APPLIER, Fault.WIPE), settings.faults());
        assertEquals(ConsistencyLevel.STRONG, settings.level());
        assertEquals(7, settings.seed());
        assertFalse(settings.isStored());
    }

    @Test
    void oneJvmHasNoFaultsOfRedis() {
        assertEquals(List.of(), Arguments.parse("--jvms", "1").faultsOfRedis());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--minuts 3 | There is no option --minuts; there are --minutes",
                "--minutes | --minutes has no value",
                "--minutes --seed 3 | --minutes has no value",
                "--minutes x | --minutes is 'x'; allowed is a whole number from 1 to 1440",
                "--minutes 0 | --minutes is '0'; allowed is a whole number from 1 to 1440",
                "--minutes 1 --minutes 2 | --minutes is there twice",
                "--minutes 1 --seconds 2 | --minutes and --seconds are both there",
                "--strategy RANDOM | --strategy has 'RANDOM'; allowed: READ_YOUR_WRITES, ROUND_ROBIN, STICKY",
                "--faults APPLIER,RAIN | --faults has 'RAIN'; allowed: APPLIER",
                "--faults REDIS_CRASH --jvms 1 | --faults has one of Redis",
            })
    void saysWhatIsWrongAndWhatIsAllowed(String line, String message) {
        IllegalArgumentException ex =
                assertThrows(IllegalArgumentException.class, () -> Arguments.parse(line.split(" ")));
        assertTrue(String.valueOf(ex.getMessage()).startsWith(message), ex.getMessage());
    }

    @Test
    void helpTellsEveryFault() {
        assertTrue(Arguments.isHelpWanted("--seed", "1", "--help"));
        for (Fault each : Fault.values()) {
            assertTrue(Arguments.help().contains(each.name()), each::name);
        }
    }
}
