package io.github.readyourwrites.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.FailoverFixture;
import io.github.readyourwrites.replica.FenceOutcome;
import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.SendingsFixture;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A client whose token asks for what a failover has lost. */
class LostWriteExchangeTest {

    private static final ServerAddress ADDRESS = new ServerAddress("lost-write-exchange-test", 3306);

    private static final UUID FORMER = UUID.randomUUID();

    private static final UUID PRESENT = UUID.randomUUID();

    private final Primary primary = SessionRegistry.servers().primary(ADDRESS);

    private static GtidSet gtids(UUID source, String intervals) {
        return GtidSet.parse(source + ":" + intervals);
    }

    private Floor read(RywSession session) {
        ReadView.current()
                .addFloors(ConsistencyLevel.SESSION, primary, false, SessionlessScope.NONE, new ArrayList<>());
        return session.floor().get(primary);
    }

    @Test
    void tokenThatAsksForALostWriteIsReplaced() throws SQLException {
        primary.identify(FORMER, gtids(FORMER, "1-10"));
        String token;
        try (RywSession session = RywSession.open()) {
            session.floor().committed(ADDRESS, gtids(FORMER, "11-12"));
            token = session.token();
        }
        FailoverFixture.failOver(SessionRegistry.servers(), primary, PRESENT, gtids(FORMER, "1-10"));
        String replacement;
        try (RywSession session = RywSession.open()) {
            TokenExchange exchange = TokenExchange.of(session);
            assertEquals(TokenOutcome.ACCEPTED, exchange.receive(token));
            assertEquals(Optional.empty(), exchange.news(1024, false), "nobody has asked for it yet");
            Floor floor = read(session);
            assertTrue(floor.mayHaveLost());
            assertEquals(gtids(FORMER, "11-12"), floor.trim());
            // The primary is asked whether it has used the numbers again.
            assertTrue(floor.needsFence());
            floor.fenced(new FenceOutcome.Answer(
                    SendingsFixture.send(SessionRegistry.servers()), gtids(FORMER, "1-10"), PRESENT));
            replacement = exchange.news(1024, false).orElseThrow();
            assertEquals(Optional.empty(), exchange.news(1024, false));
        }
        try (RywSession session = RywSession.open()) {
            TokenExchange exchange = TokenExchange.of(session);
            assertEquals(TokenOutcome.ACCEPTED, exchange.receive(replacement));
            assertFalse(read(session).mayHaveLost());
            assertEquals(Optional.empty(), exchange.news(1024, false));
            assertEquals(List.of(new TokenEntry(PRESENT, gtids(FORMER, "1-10"), false)), session.entries());
        }
    }
}
