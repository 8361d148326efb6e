package io.github.readyourwrites.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Whatever is handed in as a token, reading it neither throws nor takes more work than its length allows, and nothing is
 * accepted that was not sealed. How many inputs: {@code -Dryw.token-fuzz.inputs}, from which seed: {@code
 * -Dryw.token-fuzz.seed}.
 */
class TokenFuzzTest {

    private static final long NOW = 1_700_000_000_000L;

    private static final Duration TIME_TO_LIVE = Duration.ofMinutes(10);

    private final long seed = Long.getLong("ryw.token-fuzz.seed", System.nanoTime());

    private final TokenSeal seal = TokenKeysFixture.seal(TokenKeysFixture.keys("k1", "k2"));

    private final TokenInputFixture inputs = new TokenInputFixture(new SplittableRandom(seed), seal);

    private final Map<TokenOutcome, Long> outcomes = new EnumMap<>(TokenOutcome.class);

    /** How many inputs took less than two to the power of the index in nanoseconds, and not less than half of that. */
    private final long[] times = new long[Long.SIZE + 1];

    @Test
    void readsAnythingWithoutExceptionAndAcceptsNothingUnsealed() {
        int count = Integer.getInteger("ryw.token-fuzz.inputs", 20_000);
        for (int i = 0; i < count; i++) {
            TokenInputFixture.Kind kind = inputs.kind(i);
            String token = inputs.next(kind);
            try {
                check(kind, token, decode(token));
            } catch (RuntimeException | Error ex) {
                throw new AssertionError("seed " + seed + ", input " + i + ", " + kind + ": " + token, ex);
            }
        }
        System.out.println(count + " tokens from seed " + seed + ": " + outcomes + ", in " + distribution());
        assertTrue(outcomes.keySet().containsAll(List.of(TokenOutcome.values())), outcomes::toString);
    }

    private SessionToken.Decoded decode(String token) {
        long before = System.nanoTime();
        SessionToken.Decoded result = SessionToken.decode(token, NOW, TIME_TO_LIVE, seal, null);
        long nanos = System.nanoTime() - before;
        times[Long.SIZE - Long.numberOfLeadingZeros(nanos)]++;
        outcomes.merge(result.outcome(), 1L, Long::sum);
        return result;
    }

    private void check(TokenInputFixture.Kind kind, String token, SessionToken.Decoded decoded) {
        if (decoded.outcome().isRejection()) {
            assertEquals(List.of(), decoded.entries());
        } else if (kind.isSealed()) {
            int intervals = decoded.entries().stream()
                    .mapToInt(each -> each.position().intervalCount())
                    .sum();
            assertTrue(intervals <= token.length(), "intervals: " + intervals);
            String again = SessionToken.encode(decoded.entries(), NOW, seal, null);
            assertEquals(
                    decoded.entries(),
                    SessionToken.decode(again, NOW, TIME_TO_LIVE, seal, null).entries());
        } else {
            // Base64 may be written with other unused bits at its end.
            assertArrayEquals(inputs.original(), Base64.getUrlDecoder().decode(token));
        }
    }

    private String distribution() {
        StringBuilder result = new StringBuilder();
        long total = Arrays.stream(times).sum();
        long sum = 0;
        for (int i = 0; i < times.length; i++) {
            sum += times[i];
            if (times[i] > 0) {
                result.append(
                        String.format("%s<%d ns: %.5f %%", sum == times[i] ? "" : ", ", 1L << i, 100.0 * sum / total));
            }
        }
        return result.toString();
    }
}
