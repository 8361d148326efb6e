package io.github.readyourwrites.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.FenceOutcome;
import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.SendingsFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TokenExchangeTest {

    private static final ServerAddress ADDRESS = new ServerAddress("exchange-test", 3306);

    private static final UUID SERVER = UUID.randomUUID();

    private final Primary primary = SessionRegistry.servers().primary(ADDRESS);

    private RywSession session;

    private TokenExchange exchange;

    @BeforeEach
    void open() {
        primary.identify(SERVER, gtids(1, 1_000));
        reopen();
    }

    @AfterEach
    void close() {
        session.close();
    }

    /** The next request of the same client. */
    private void reopen() {
        if (session != null) {
            session.close();
        }
        session = RywSession.open();
        exchange = TokenExchange.of(session);
    }

    private static GtidSet gtids(int first, int last) {
        return GtidSet.parse(SERVER + ":" + first + "-" + last);
    }

    private void commit(int first, int last) {
        SessionRegistry.observer().committed(ADDRESS, gtids(first, last));
    }

    private String news() {
        return exchange.news(1024, false).orElseThrow();
    }

    private void assertNoNews() {
        assertFalse(exchange.isBehind());
        assertEquals(Optional.empty(), exchange.news(1024, false));
    }

    /** A read whose marks are closed by a fence. */
    private Floor read(boolean fenced) {
        List<Floor> floors = new ArrayList<>();
        ReadView.current().addFloors(ConsistencyLevel.SESSION, primary, false, SessionlessScope.NONE, floors);
        Floor result = session.floor().get(primary);
        if (fenced) {
            result.fenced(
                    new FenceOutcome.Answer(SendingsFixture.send(SessionRegistry.servers()), gtids(1, 1_000), SERVER));
        }
        return result;
    }

    @Test
    void whatTheOtherSideHasIsNoNews() {
        assertNoNews();
        commit(1, 5);
        assertTrue(exchange.isBehind());
        String token = news();
        assertNoNews();
        reopen();
        assertEquals(TokenOutcome.ACCEPTED, exchange.receive(token));
        assertNoNews();
        read(false);
        assertNoNews();
        commit(6, 6);
        assertTrue(exchange.isBehind());
        exchange.receive(news());
        assertTrue(read(false).position().contains(gtids(1, 6)));
    }

    @Test
    void whatDidNotArriveIsNewsAgain() {
        commit(1, 5);
        news();
        exchange.forget();
        assertTrue(exchange.isBehind());
        assertTrue(exchange.news(1024, false).isPresent());
    }

    @Test
    void whatCannotBeReadIsNothingTheOtherSideHas() {
        assertEquals(TokenOutcome.MALFORMED, exchange.receive("no token"));
        assertNoNews();
        commit(1, 5);
        assertTrue(exchange.isBehind());
    }

    @Test
    void markIsHandedOnAndTakenBackOnceAFenceHasAnswered() {
        // All that the fence will tell: only the mark is new then.
        commit(1, 1_000);
        SessionRegistry.observer().marked(ADDRESS);
        String token = news();
        assertNoNews();
        reopen();
        exchange.receive(token);
        assertNoNews();
        read(true);
        assertFalse(exchange.isBehind(), "whoever has the mark asks, and misses nothing");
        String settled = news();
        assertNoNews();
        reopen();
        exchange.receive(settled);
        assertFalse(read(false).needsFence());
    }

    /** The other side may be about to forget the old one. */
    @Test
    void markOfTheSessionsOwnIsHandedOverThoughTheOtherSideHasOne() {
        SessionRegistry.observer().marked(ADDRESS);
        String token = news();
        reopen();
        exchange.receive(token);
        SessionRegistry.observer().marked(ADDRESS);
        assertFalse(exchange.isBehind());
        news();
        assertNoNews();
    }

    @Test
    void tooLongPositionBecomesAMark() {
        StringBuilder text = new StringBuilder(SERVER.toString());
        for (int i = 2_001; i < 4_000; i += 2) {
            text.append(':').append(i);
        }
        SessionRegistry.observer().committed(ADDRESS, GtidSet.parse(text.toString()));
        String token = news();
        assertTrue(token.length() <= 1024, () -> "length " + token.length());
        assertThrows(IllegalArgumentException.class, () -> exchange.news(255, false));
        assertThrows(IllegalArgumentException.class, () -> exchange.news(4097, false));
        reopen();
        exchange.receive(token);
        assertTrue(read(false).needsFence());
    }
}
