package io.github.readyourwrites.prove;

import io.github.readyourwrites.propagation.RywExecutors;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.RywSession;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The member in this JVM. */
final class Instance implements Member {

    private static final int TASK_THREADS = 2;

    private static final long SETTLING_NANOS = TimeUnit.MINUTES.toNanos(2);

    private static final long PAUSE_MILLISECONDS = 200;

    private final Plan plan;

    private final Journal journal;

    private final Shop shop;

    private final Workplace place;

    private final ExecutorService threads;

    private final ExecutorService tasks;

    private final List<Future<?>> clients = new ArrayList<>();

    private Instance(Plan plan, Journal journal, Shop shop, Consumer<Letter> sender) {
        this.plan = plan;
        this.journal = journal;
        this.shop = shop;
        Registers registers = new Registers(plan.keys(), plan.instances(), plan.index(), plan.epochNanos());
        LossWatch losses = new LossWatch(plan.instance(), journal);
        Statements statements = new Statements(
                plan.instance(),
                shop,
                registers,
                journal,
                losses,
                plan.strategy().isSticky());
        place = new Workplace(
                plan.instance(),
                statements,
                registers,
                journal,
                new Mailbox(sender),
                new Pace(plan.readsPerSecond()),
                plan.level(),
                plan.shared());
        threads = Executors.newFixedThreadPool(plan.clients());
        tasks = Executors.newFixedThreadPool(TASK_THREADS);
    }

    /**
     * Opens the data source, and reads from it, so that clients find it warm; the tables must exist.
     *
     * @param sender takes tokens for other members
     */
    static Instance open(Plan plan, Consumer<Letter> sender) throws IOException, SQLException, InterruptedException {
        Journal journal = new Journal(plan.history());
        try {
            Instance result = new Instance(plan, journal, Shop.open(plan.yaml()), sender);
            result.settle();
            return result;
        } catch (SQLException | IOException | InterruptedException | RuntimeException ex) {
            journal.close();
            throw ex;
        }
    }

    @Override
    public void begin(long endNanos) {
        // The controls go without the library.
        ExecutorService wrapped = plan.strategy() == Strategy.READ_YOUR_WRITES ? RywExecutors.wrap(tasks) : tasks;
        for (int i = 0; i < plan.clients(); i++) {
            Random random = new Random(plan.seed() * plan.instances() + plan.index() + 1000L * i);
            Client client = new Client("c" + i, place, wrapped, random, () -> System.nanoTime() - endNanos >= 0);
            clients.add(threads.submit(client));
        }
    }

    @Override
    public void deliver(Letter letter) {
        place.mailbox().deliver(letter);
    }

    @Override
    public Counts counts() {
        return journal.counts();
    }

    @Override
    public void awaitEnd() throws ExecutionException, InterruptedException {
        for (Future<?> each : clients) {
            each.get();
        }
    }

    /** A STRONG read asks the primary who it is; it is no part of the history. */
    @Override
    public void settle() throws InterruptedException, IOException {
        long deadline = System.nanoTime() + SETTLING_NANOS;
        while (true) {
            try (RywSession ignored = RywSession.open().require(ConsistencyLevel.STRONG)) {
                place.statements().touch();
                return;
            } catch (SQLException ex) {
                if (System.nanoTime() - deadline >= 0) {
                    throw new IOException("the plugin does not answer on a healed cluster", ex);
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLISECONDS);
            }
        }
    }

    @Override
    public void close() throws IOException, SQLException {
        threads.shutdownNow();
        tasks.shutdownNow();
        try {
            shop.close();
        } finally {
            journal.close();
        }
    }
}
