package io.github.readyourwrites.replica;

import static io.github.readyourwrites.replica.FenceLinkFixture.PRIMARY;
import static io.github.readyourwrites.replica.FenceLinkFixture.executed;
import static io.github.readyourwrites.replica.FenceLinkFixture.gtids;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A replica gets transactions of a server that its primary knows nothing of. */
@Timeout(60)
class ErrantTransactionsTest {

    private static final String STRANGER = "55555555-5555-5555-5555-555555555555";

    private final Tickets tickets = new Tickets();

    private final Primary primary = primary("db.example");

    private final ErrantTransactions errant = new ErrantTransactions();

    private long now;

    private static Primary primary(String host) {
        return new Primary(new ServerAddress(host, 3306), () -> 0, () -> {}, new LostWrites(ignored -> {}));
    }

    private void open(Primary opened, FenceLinkFixture link) {
        opened.open(
                new Fences(opened, link, tickets, System::nanoTime),
                new MonitorSettings(Duration.ofMillis(1), Duration.ofSeconds(1), 200, Duration.ZERO));
    }

    private @Nullable String look(Primary asked, String intervals) {
        now += TimeUnit.SECONDS.toNanos(1);
        GtidSet executed = gtids("1-5").union(GtidSet.parse(STRANGER + ":" + intervals));
        return errant.look(asked, new ReplicaLink.Position(executed, ReplicaLinkFixture.REPLICA), now);
    }

    /** Looks twice, and the primary answers in between. */
    private @Nullable String judged(Primary asked, String intervals) {
        long before = asked.answeredTicket();
        look(asked, intervals);
        await().until(() -> asked.answeredTicket() > before);
        return look(asked, intervals);
    }

    @BeforeEach
    void identify() {
        primary.identify(PRIMARY, gtids("1-5"));
    }

    @AfterEach
    void close() {
        primary.detachFences().run();
    }

    @Test
    void whatItGetsIsErrantAndWhatItHadIsOld() {
        open(primary, new FenceLinkFixture().answer(executed("1-5")).answer(executed("1-5")));
        assertNull(judged(primary, "1"));
        assertNotNull(judged(primary, "1-2"));
    }

    @Test
    void primaryThatCouldNotBeAskedIsAskedLater() {
        assertNull(look(primary, "1"));
        open(primary, new FenceLinkFixture().answer(executed("1-5")).answer(executed("1-5")));
        assertNull(judged(primary, "1"));
        assertNotNull(judged(primary, "1-2"));
    }

    @Test
    void otherAddressOfThePrimaryIsAskedAnew() {
        Primary other = primary("192.0.2.1");
        other.identify(PRIMARY, gtids("1-5"));
        open(other, new FenceLinkFixture());
        assertNull(look(other, "1"));
        other.detachFences().run();
        open(primary, new FenceLinkFixture().answer(executed("1-5")).answer(executed("1-5")));
        assertNull(judged(primary, "1"));
        assertNotNull(judged(primary, "1-2"));
    }
}
