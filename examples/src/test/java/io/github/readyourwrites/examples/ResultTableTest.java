package io.github.readyourwrites.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultTableTest {

    @Test
    void hasOneLinePerStrategy() {
        List<String> lines = ResultTable.format(ResultsFixture.RESULTS).lines().toList();
        assertEquals(4, lines.size());
        assertEquals("strategy reads stale reads on replicas p50 ms p99 ms primary reads", narrow(lines.get(0)));
        assertEquals("ROUND_ROBIN 20000 5123 100.0% 0.25 1.50 0", narrow(lines.get(1)));
        assertEquals("STICKY_3_SECONDS 20001 7 38.3% 0.50 2.25 12345", narrow(lines.get(2)));
        assertEquals("READ_YOUR_WRITES 12000 0 97.5% 1234.57 301.13 300", narrow(lines.get(3)));
        assertEquals(1, lines.stream().mapToInt(String::length).distinct().count());
    }

    private static String narrow(String line) {
        return String.join(" ", Arrays.asList(line.split(" +")));
    }
}
