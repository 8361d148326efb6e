package io.github.readyourwrites.loadbalance;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FallbackPlacesTest {

    private final AtomicLong skipped = new AtomicLong();

    private final FallbackPlaces places = new FallbackPlaces(2, () -> System.nanoTime() + skipped.get());

    private FallbackPlaces.Place take() {
        return Objects.requireNonNull(places.take(0));
    }

    @Test
    void noMoreThanThereAre() {
        take();
        take();
        assertNull(places.take(0));
    }

    @Test
    void placeThatIsLeftIsTakenAgainOnce() {
        FallbackPlaces.Place first = take();
        take();
        first.leave();
        first.leave();
        take();
        assertNull(places.take(0));
    }

    @Test
    void whoWaitsGetsThePlaceThatIsLeft() {
        FallbackPlaces.Place first = take();
        take();
        CompletableFuture<FallbackPlaces.@Nullable Place> waiting =
                CompletableFuture.supplyAsync(() -> places.take(TimeUnit.MINUTES.toNanos(1)));
        first.leave();
        assertNotNull(waiting.join());
        assertNull(places.take(0));
    }

    @Test
    void whoWaitsInVainIsTold() {
        take();
        take();
        assertNull(places.take(1));
    }

    @Test
    void placeOfAReadThatNeverEndedIsFreeInTime() {
        take();
        take();
        skipped.set(TimeUnit.SECONDS.toNanos(31));
        take();
    }

    @Test
    void placeOfAReadThatRunsForLongStaysTaken() {
        take().begun();
        FallbackPlaces.Place second = take();
        skipped.set(TimeUnit.SECONDS.toNanos(31));
        take();
        assertNull(places.take(0));
        second.leave();
        assertNull(places.take(0));
    }

    @Test
    void nextReadOfTheThreadGivesThePlaceBack() {
        RoutingPass pass = new RoutingPass(System::nanoTime);
        pass.begin();
        pass.hold("write", take());
        take();
        assertNull(places.take(0));
        pass.begin();
        take();
    }
}
