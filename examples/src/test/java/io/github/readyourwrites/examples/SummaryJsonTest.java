package io.github.readyourwrites.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SummaryJsonTest {

    private final Locale before = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(before);
    }

    @Test
    void isJsonWithOneObjectPerStrategy() throws IOException {
        // Writes decimal commas, which would not be JSON.
        Locale.setDefault(Locale.GERMANY);
        JsonNode root = new ObjectMapper().readTree(SummaryJson.format(ResultsFixture.RESULTS));
        List<StrategyResult> parsed = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        for (JsonNode each : root) {
            parsed.add(new StrategyResult(
                    each.get("strategy").textValue(),
                    each.get("reads").longValue(),
                    each.get("staleReads").longValue(),
                    each.get("primaryReads").longValue(),
                    each.get("p50Millis").doubleValue(),
                    each.get("p99Millis").doubleValue()));
            shares.add(each.get("replicaShare").doubleValue());
        }
        assertEquals(ResultsFixture.RESULTS.subList(0, 2), parsed.subList(0, 2));
        assertEquals(0, parsed.get(2).staleReads());
        assertEquals(1234.568, parsed.get(2).p50Millis());
        assertEquals(List.of(1.0, 0.3828, 0.975), shares);
    }
}
