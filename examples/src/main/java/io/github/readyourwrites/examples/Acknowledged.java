package io.github.readyourwrites.examples;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the shop has confirmed to one customer: the yardstick for every answer that the customer gets afterwards. For one
 * thread at a time.
 */
final class Acknowledged {

    /** The orders in the order of their numbers, and whether each is paid. */
    private final TreeMap<Long, Boolean> orders = new TreeMap<>();

    void saved(long order) {
        orders.put(order, false);
    }

    void paid(long order) {
        orders.put(order, true);
    }

    /** The last few orders, the newest first. */
    List<Long> newest(int limit) {
        return orders.descendingKeySet().stream().limit(limit).toList();
    }

    /** Whether a list of all orders lacks one, or the payment of one. */
    boolean isStaleList(Map<Long, Boolean> found) {
        return orders.keySet().stream().anyMatch(each -> isStale(each, found));
    }

    /** Whether an answer about this order lacks it, or its payment. */
    boolean isStale(long order, Map<Long, Boolean> found) {
        Boolean paid = found.get(order);
        return paid == null || (orders.getOrDefault(order, false) && !paid);
    }
}
