package io.github.readyourwrites.benchmarks.endtoend;

import com.sun.management.OperatingSystemMXBean;
import io.github.readyourwrites.benchmarks.shop.StatementCount;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * What an application gets from each {@link Strategy}: as many operations as its threads can do, and how long operations
 * take that come at a fixed rate. The strategies have short turns in rounds, each round in the other direction, so that
 * what drifts on the machine meets all of them.
 *
 * <p>Not measured: networks (client and servers are on one machine and share its processors), large rows, long
 * statements, transactions.
 */
final class EndToEndBenchmark {

    static final int REPLICAS = 2;

    private static final int USERS = 10_000;

    /** Before each turn, so that pools are full and nobody suffers from what was measured before. */
    private static final long ENTRY_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    /** So few that the compiler has processor time left. */
    private static final int WARM_UP_THREADS = 3;

    /** In each round of the warm-up, for each strategy. */
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Part of the time of a round that the compiler may take in a JVM that is warm. */
    private static final double COMPILING_WHEN_WARM = 0.1;

    private final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final Map<Strategy, Workload> workloads = new EnumMap<>(Strategy.class);

    private final Results results = new Results();

    private final Options options;

    private final MySqlCluster cluster;

    private final Shop shop;

    private final Load load;

    private final StatementCount statements;

    private EndToEndBenchmark(Options options, MySqlCluster cluster, Shop shop, Load load, StatementCount statements) {
        this.options = options;
        this.cluster = cluster;
        this.shop = shop;
        this.load = load;
        this.statements = statements;
        for (Strategy each : Strategy.values()) {
            workloads.put(each, new Workload(each, workloads.size() * USERS, USERS));
        }
    }

    public static void main(String[] args) throws Exception {
        Options options = Options.parse(args);
        try (MySqlCluster cluster = MySqlCluster.start(REPLICAS)) {
            createAccounts(cluster);
            try (Shop shop = new Shop(cluster, options.poolSize());
                    Load load = new Load(shop, options.threads());
                    StatementCount statements = new StatementCount(cluster.primary())) {
                new EndToEndBenchmark(options, cluster, shop, load, statements).run();
            }
        }
    }

    private static void createAccounts(MySqlCluster cluster) {
        cluster.primary().execute("CREATE TABLE account (id INT PRIMARY KEY, version INT NOT NULL)");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < USERS * Strategy.values().length; i++) {
            rows.add("(" + i + ", 0)");
            if (rows.size() == USERS) {
                cluster.primary().execute("INSERT INTO account VALUES " + String.join(", ", rows));
                rows.clear();
            }
        }
        cluster.awaitCaughtUp();
    }

    private void run() throws Exception {
        warmUp();
        for (Lag each : Lag.values()) {
            try (AutoCloseable ignored = each.begin(cluster)) {
                each.settle(cluster);
                measure(each);
            }
            cluster.awaitCaughtUp();
            results.write(options, cluster.version());
        }
    }

    /** Until the JVM hardly compiles any more: else whoever comes first, or has most code, would look slow. */
    private void warmUp() throws Exception {
        long start = System.nanoTime();
        try (Load few = new Load(shop, WARM_UP_THREADS)) {
            double compiling;
            do {
                long roundStart = System.nanoTime();
                long compiledBefore = compiler.getTotalCompilationTime();
                for (Strategy each : Strategy.values()) {
                    try (AutoCloseable ignored = each.begin(shop)) {
                        few.closed(each, workload(each), WARM_UP_NANOS);
                    }
                }
                double millis = (System.nanoTime() - roundStart) / 1e6;
                compiling = (compiler.getTotalCompilationTime() - compiledBefore) / millis;
                System.err.printf("warming up: compiles %.0f %% of the time%n", 100 * compiling);
            } while (compiling > COMPILING_WHEN_WARM
                    && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(options.warmUpSeconds()));
        }
        Lag.NATURAL.settle(cluster);
    }

    private void measure(Lag lag) throws Exception {
        List<Strategy> order = new ArrayList<>(Arrays.asList(Strategy.values()));
        for (int round = 0; round < options.rounds(); round++) {
            for (Strategy each : order) {
                try (AutoCloseable ignored = each.begin(shop)) {
                    load.closed(each, workload(each), ENTRY_NANOS);
                    measure(lag, each, Model.CLOSED);
                    measure(lag, each, Model.OPEN);
                }
            }
            Collections.reverse(order);
            System.err.printf("%s: round %d of %d is done%n", lag.description(), round + 1, options.rounds());
        }
    }

    private void measure(Lag lag, Strategy strategy, Model model) throws SQLException, InterruptedException {
        long nanos = nanos(model);
        lag.settle(cluster);
        long statementsBefore = statements.count();
        long cpuBefore = system.getProcessCpuTime();
        long start = System.nanoTime();
        Tally tally = model == Model.CLOSED
                ? load.closed(strategy, workload(strategy), nanos)
                : load.open(strategy, workload(strategy), nanos, options.rate());
        long cpu = system.getProcessCpuTime() - cpuBefore;
        long sent = statements.count() - statementsBefore;
        lag.settle(cluster);
        double settled = (System.nanoTime() - start) / 1e9;
        results.of(lag, strategy, model).add(tally, nanos / 1e9, settled, sent, cpu);
    }

    private Workload workload(Strategy strategy) {
        return Objects.requireNonNull(workloads.get(strategy));
    }

    private long nanos(Model model) {
        return TimeUnit.MILLISECONDS.toNanos(
                model == Model.CLOSED ? options.closedMilliseconds() : options.openMilliseconds());
    }

    /** Of the load. */
    enum Model {
        CLOSED,
        OPEN
    }
}
