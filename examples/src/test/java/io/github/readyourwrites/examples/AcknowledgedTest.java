package io.github.readyourwrites.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AcknowledgedTest {

    private final Acknowledged acknowledged = new Acknowledged();

    @Test
    void anythingIsFreshForCustomerWithoutOrder() {
        assertFalse(acknowledged.isStaleList(Map.of()));
        assertFalse(acknowledged.isStaleList(Map.of(1L, false)));
    }

    @Test
    void missingOrderIsStale() {
        acknowledged.saved(1);
        acknowledged.saved(2);
        assertTrue(acknowledged.isStaleList(Map.of()));
        assertTrue(acknowledged.isStaleList(Map.of(1L, false)));
        assertTrue(acknowledged.isStale(2, Map.of()));
        assertFalse(acknowledged.isStaleList(Map.of(1L, false, 2L, false)));
        assertFalse(acknowledged.isStale(2, Map.of(2L, false)));
    }

    @Test
    void missingPaymentIsStale() {
        acknowledged.saved(1);
        acknowledged.saved(2);
        acknowledged.paid(1);
        assertTrue(acknowledged.isStale(1, Map.of(1L, false)));
        assertTrue(acknowledged.isStaleList(Map.of(1L, false, 2L, false)));
        assertFalse(acknowledged.isStale(1, Map.of(1L, true)));
        assertFalse(acknowledged.isStaleList(Map.of(1L, true, 2L, false)));
    }

    @Test
    void newerThanAcknowledgedIsFresh() {
        acknowledged.saved(1);
        assertFalse(acknowledged.isStale(1, Map.of(1L, true)));
        assertFalse(acknowledged.isStaleList(Map.of(1L, true, 2L, false)));
    }

    @Test
    void namesTheNewestOrders() {
        acknowledged.saved(2);
        acknowledged.saved(1);
        acknowledged.saved(3);
        assertEquals(List.of(3L, 2L), acknowledged.newest(2));
        assertEquals(List.of(3L, 2L, 1L), acknowledged.newest(9));
    }
}
