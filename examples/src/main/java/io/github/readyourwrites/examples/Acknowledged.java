package io.github.readyourwrites.examples;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the shop has confirmed to one customer: the yardstick for every answer that the customer gets afterwards. For one
 * thread at a time.
 */
final class Acknowledged {

    /** The orders in the order of their numbers, and when each was saved. */
    private final TreeMap<Long, Long> saved = new TreeMap<>();

    /** The orders that are paid, and since when. */
    private final TreeMap<Long, Long> paid = new TreeMap<>();

    /** Keeps when an order was confirmed, as {@link System#nanoTime()}. */
    void saved(long order, long nanos) {
        saved.put(order, nanos);
    }

    /** Keeps when a payment was confirmed, as {@link System#nanoTime()}. */
    void paid(long order, long nanos) {
        paid.put(order, nanos);
    }

    /** The last few orders, the newest first. */
    List<Long> newest(int limit) {
        return saved.descendingKeySet().stream().limit(limit).toList();
    }

    /**
     * What a list of all orders lacks: the order with the lowest number that is not in it, or is unpaid in it.
     *
     * @param found the orders in the list, and whether each is paid
     */
    @Nullable
    Missed missedInList(Map<Long, Boolean> found) {
        for (long each : saved.keySet()) {
            Missed result = missed(each, found);
            if (result != null) {
                return result;
            }
        }
        return null;
    }

    /** What an answer about this order lacks: the order, or its payment. */
    @Nullable
    Missed missed(long order, Map<Long, Boolean> found) {
        Long savedNanos = saved.get(order);
        Boolean foundPaid = found.get(order);
        if (foundPaid == null) {
            return savedNanos == null ? null : new Missed(order, false, savedNanos);
        }
        Long paidNanos = paid.get(order);
        return paidNanos == null || foundPaid ? null : new Missed(order, true, paidNanos);
    }
}
