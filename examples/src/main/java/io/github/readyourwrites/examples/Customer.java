package io.github.readyourwrites.examples;

import io.github.readyourwrites.examples.Strategy.Scope;
import java.sql.SQLException;
import java.util.Random;
import org.jspecify.annotations.Nullable;

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
        next = next.following();
        return result;
    }

    private void checkOut() throws SQLException {
        orders.save(id, ++lastOrder);
        strategy.wrote(id);
        acknowledged.saved(lastOrder, System.nanoTime());
        reload(lastOrder);
        list();
    }

    private void pay() throws SQLException {
        orders.pay(lastOrder);
        strategy.wrote(id);
        acknowledged.paid(lastOrder, System.nanoTime());
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
            add(start, answer, acknowledged.missed(order, answer.paid()));
        }
    }

    private void list() throws SQLException {
        try (Scope ignored = strategy.openRead(id)) {
            long start = System.nanoTime();
            Orders.Answer answer = orders.list(id);
            add(start, answer, acknowledged.missedInList(answer.paid()));
        }
    }

    private void add(long start, Orders.Answer answer, @Nullable Missed missed) {
        score.add(new Read(id, answer.server(), start, System.nanoTime() - start, missed));
    }

    /** A request, and how long the customer pauses after it. */
    private enum Visit {
        CHECKOUT(300, 300),
        PAYMENT(3200, 1300),
        RETURN(200, 400);

        private final long minimumPauseMilliseconds;

        private final int pauseRangeMilliseconds;

        Visit(long minimumPauseMilliseconds, int pauseRangeMilliseconds) {
            this.minimumPauseMilliseconds = minimumPauseMilliseconds;
            this.pauseRangeMilliseconds = pauseRangeMilliseconds;
        }

        Visit following() {
            return switch (this) {
                case CHECKOUT -> PAYMENT;
                case PAYMENT -> RETURN;
                case RETURN -> CHECKOUT;
            };
        }
    }
}
