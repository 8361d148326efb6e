package io.github.readyourwrites.loadbalance;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ServiceFitTest {

    @Test
    void servicesFitTheShardingSphereTheyAreCompiledAgainst() {
        assertNull(ServiceFit.misfit());
    }

    /** So looks a service whose interface has got another method, or other parameters. */
    @Test
    void methodThatShardingSphereWouldMissIsNamed() {
        assertRefusal(
                ServiceFit.misfit(List.of(() -> String.class, () -> Unfinished.class)), "Unfinished lacks", "run");
    }

    @Test
    void interfaceThatIsMissingIsNamed() {
        assertRefusal(
                ServiceFit.misfit(List.of(() -> {
                    throw new NoClassDefFoundError("org/apache/shardingsphere/Moved");
                })),
                "NoClassDefFoundError: org/apache/shardingsphere/Moved");
    }

    private static void assertRefusal(@Nullable String message, String... parts) {
        assertNotNull(message);
        for (String each : parts) {
            assertTrue(message.contains(each), message);
        }
        assertTrue(message.contains("for ShardingSphere 5.5.2 and does not fit ShardingSphere 5.5.2"), message);
    }

    private abstract static class Unfinished implements Runnable {}
}
