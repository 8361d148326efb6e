package io.github.readyourwrites.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AcknowledgedTest {

    private final Acknowledged acknowledged = new Acknowledged();

    @Test
    void anythingIsFreshForCustomerWithoutOrder() {
        assertNull(acknowledged.missedInList(Map.of()));
        assertNull(acknowledged.missedInList(Map.of(1L, false)));
        assertNull(acknowledged.missed(1, Map.of()));
    }

    @Test
    void missingOrderIsMissed() {
        acknowledged.saved(1, 10);
        acknowledged.saved(2, 20);
        assertEquals(new Missed(1, false, 10), acknowledged.missedInList(Map.of()));
        assertEquals(new Missed(2, false, 20), acknowledged.missedInList(Map.of(1L, false)));
        assertEquals(new Missed(2, false, 20), acknowledged.missed(2, Map.of()));
        assertNull(acknowledged.missedInList(Map.of(1L, false, 2L, false)));
        assertNull(acknowledged.missed(2, Map.of(2L, false)));
    }

    @Test
    void missingPaymentIsMissed() {
        acknowledged.saved(1, 10);
        acknowledged.saved(2, 20);
        acknowledged.paid(1, 30);
        assertEquals(new Missed(1, true, 30), acknowledged.missed(1, Map.of(1L, false)));
        assertEquals(new Missed(1, true, 30), acknowledged.missedInList(Map.of(1L, false, 2L, false)));
        assertNull(acknowledged.missed(1, Map.of(1L, true)));
        assertNull(acknowledged.missedInList(Map.of(1L, true, 2L, false)));
    }

    @Test
    void paidOrderThatIsMissingWasConfirmedWhenSaved() {
        acknowledged.saved(1, 10);
        acknowledged.paid(1, 30);
        assertEquals(new Missed(1, false, 10), acknowledged.missed(1, Map.of()));
    }

    @Test
    void newerThanAcknowledgedIsFresh() {
        acknowledged.saved(1, 10);
        assertNull(acknowledged.missed(1, Map.of(1L, true)));
        assertNull(acknowledged.missedInList(Map.of(1L, true, 2L, false)));
    }

    @Test
    void namesTheNewestOrders() {
        acknowledged.saved(2, 10);
        acknowledged.saved(1, 20);
        acknowledged.saved(3, 30);
        assertEquals(List.of(3L, 2L), acknowledged.newest(2));
        assertEquals(List.of(3L, 2L, 1L), acknowledged.newest(9));
    }
}
