package io.github.readyourwrites.loadbalance;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.ttl.TtlRunnable;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.shardingsphere.infra.database.core.connector.StandardConnectionProperties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A statement on two shards that fell back on both primaries: each place is taken until the part there has ended. */
@Timeout(60)
class HeldPlacesTest {

    private final FallbackPlaces first = new FallbackPlaces(1, System::nanoTime);

    private final FallbackPlaces second = new FallbackPlaces(1, System::nanoTime);

    private final RoutingPass pass = RoutingRegistry.pass();

    private final ExecutorService worker = Executors.newSingleThreadExecutor();

    @AfterEach
    void close() {
        pass.leavePlaces();
        worker.shutdown();
    }

    private void fallBackOnBoth() {
        pass.enterRouter();
        pass.hold("first", Objects.requireNonNull(first.take(0)));
        pass.hold("second", Objects.requireNonNull(second.take(0)));
        pass.leaveRouter();
    }

    private static boolean isTaken(FallbackPlaces places) {
        FallbackPlaces.Place place = places.take(0);
        if (place != null) {
            place.leave();
        }
        return place == null;
    }

    private static ReadYourWritesExecutionHook begin(String dataSource) {
        ReadYourWritesExecutionHook result = new ReadYourWritesExecutionHook();
        result.start(dataSource, "SELECT 1", List.of(), new StandardConnectionProperties("h", 1, dataSource, ""), true);
        return result;
    }

    @Test
    void secondGroupDoesNotTakeThePlaceOfTheFirst() {
        fallBackOnBoth();
        assertTrue(isTaken(first));
        assertTrue(isTaken(second));
    }

    @Test
    void eachPlaceIsLeftByThePartThatHadIt() {
        fallBackOnBoth();
        ReadYourWritesExecutionHook here = begin("first");
        CompletableFuture<ReadYourWritesExecutionHook> there = new CompletableFuture<>();
        worker.execute(Objects.requireNonNull(TtlRunnable.get(() -> there.complete(begin("second")))));
        ReadYourWritesExecutionHook other = there.join();
        here.finishSuccess();
        assertFalse(isTaken(first));
        assertTrue(isTaken(second));
        other.finishFailure(new IllegalStateException());
        assertFalse(isTaken(second));
    }

    @Test
    void nextStatementOfTheThreadLeavesWhatNeverBegan() {
        fallBackOnBoth();
        pass.enterRouter();
        pass.leaveRouter();
        assertFalse(isTaken(first));
        assertFalse(isTaken(second));
    }
}
