package io.github.readyourwrites.examples;

import io.github.readyourwrites.examples.Strategy.Decision;
import java.util.List;

/**
 * All that is known about the run of one strategy.
 *
 * @param description what the strategy does
 * @param decisions why its reads went where they went; empty where it cannot tell
 */
record Recording(StrategyResult result, String description, List<Decision> decisions, Timeline timeline) {

    Recording {
        decisions = List.copyOf(decisions);
    }
}
