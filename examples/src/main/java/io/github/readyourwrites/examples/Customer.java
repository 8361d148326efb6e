package io.github.readyourwrites.examples;

import io.github.readyourwrites.examples.Strategy.Scope;
import java.sql.SQLException;
import java.util.Random;

/**
 * One customer of the shop, who orders, pays, comes back some seconds later, and orders again. Every read is checked
 * against what the shop has confirmed to this customer before. For one thread at a time.
 */
@SuppressWarnings("try") // A scope acts by being open.
final class Customer {

    private final long id;

    private final Orders orders;

    private final Strategy strategy;

    private final Score score;

    private final Acknowledged acknowledged = new Acknowledged();

    private final Random random;

    private Visit next = Visit.CHECKOUT;

    private long lastOrder;

    Customer(long id, Orders orders, Strategy strategy, Score score) {
        this.id = id;
        this.orders = orders;
        this.strategy = strategy;
        this.score = score;
        random = new Random(id);
        // Numbers of one customer's orders never meet those of another.
        lastOrder = id * 1_000_000;
    }

    /** How long the customer waits before the first visit. */
    long firstPauseMilliseconds() {
        return random.nextInt(5000);
    }

    /**
     * Makes the next request.
     *
     * @return after how many milliseconds the customer is back
     */
    long visit() throws SQLException {
        try (Scope ignored = strategy.openRequest(id)) {
            switch (next) {
                case CHECKOUT -> checkOut();
                case PAYMENT -> pay();
                case RETURN -> comeBack();
            }
        }
        long result = next.minimumPauseMilliseconds + random.nextInt(next.pauseRangeMilliseconds);
        next = Visit.values()[(next.ordinal() + 1) % Visit.values().length];
        return result;
    }

    private void checkOut() throws SQLException {
        orders.save(id, ++lastOrder);
        strategy.wrote(id);
        acknowledged.saved(lastOrder);
        reload(lastOrder);
        list();
    }

    private void pay() throws SQLException {
        orders.pay(lastOrder);
        strategy.wrote(id);
        acknowledged.paid(lastOrder);
        reload(lastOrder);
        list();
    }

    private void comeBack() throws SQLException {
        list();
        for (long each : acknowledged.newest(3)) {
            reload(each);
        }
    }

    private void reload(long order) throws SQLException {
        try (Scope ignored = strategy.openRead(id)) {
            long start = System.nanoTime();
            Orders.Answer answer = orders.find(id, order);
            score.add(answer.server(), acknowledged.isStale(order, answer.paid()), System.nanoTime() - start);
        }
    }

    private void list() throws SQLException {
        try (Scope ignored = strategy.openRead(id)) {
            long start = System.nanoTime();
            Orders.Answer answer = orders.list(id);
            score.add(answer.server(), acknowledged.isStaleList(answer.paid()), System.nanoTime() - start);
        }
    }

    /** A request, and how long the customer pauses after it. */
    private enum Visit {
        CHECKOUT(300, 300),
        PAYMENT(3200, 1300),
        RETURN(200, 400);

        private final int minimumPauseMilliseconds;

        private final int pauseRangeMilliseconds;

        Visit(int minimumPauseMilliseconds, int pauseRangeMilliseconds) {
            this.minimumPauseMilliseconds = minimumPauseMilliseconds;
            this.pauseRangeMilliseconds = pauseRangeMilliseconds;
        }
    }
}
