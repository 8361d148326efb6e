package io.github.readyourwrites.benchmarks.growth;

import io.github.readyourwrites.benchmarks.report.LineChart;
import io.github.readyourwrites.benchmarks.report.Report;
import io.github.readyourwrites.benchmarks.report.Table;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.loadbalance.DecisionGroup;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How decisions, memory, threads and connections grow with replicas, groups, sessions and the intervals of a GTID set.
 * Decisions are those of a session with a floor that every replica has, over replicas without a server, as in {@code
 * DecisionBenchmark}; threads, connections and the memory of groups are those of a ShardingSphere data source on real
 * servers.
 *
 * <p>Not measured: several of them growing at once; the servers' part.
 */
final class GrowthBenchmark {

    private static final String SOURCE = "3e11fa47-71ca-11e1-9e33-c80aa9429562";

    private static final String PLAIN = SOURCE + ":1-1000000";

    private static final String OURS = "{type: READ_YOUR_WRITES, props: {monitor-username: " + ManyGroups.MONITOR
            + ", monitor-password: " + ManyGroups.MONITOR + "}}";

    private static final String STOCK = "{type: ROUND_ROBIN}";

    private final Timing timing = new Timing();

    private final LineChart chart =
            new LineChart("A decision, as things grow", "how many of them", "nanoseconds for a decision");

    private final Report report = new Report("growth", "As things grow", "");

    public static void main(String[] args) throws Exception {
        boolean quick = args.length > 0 && args[0].equals("--quick");
        GrowthBenchmark benchmark = new GrowthBenchmark();
        benchmark.warmUp();
        benchmark.replicas(1, 2, 4, 8);
        benchmark.groups(1, 4, 16, 64);
        benchmark.sessions(1, 10, 100, 1_000, 10_000, 100_000);
        benchmark.intervals(1, 10, 100, 1_000, 10_000);
        benchmark.report.plot("growth.svg", "A decision, as things grow", benchmark.chart.toSvg());
        benchmark.servers(quick ? 2 : 8);
        benchmark.report.write();
    }

    /** Else the first figures are those of code that is not yet compiled. */
    private void warmUp() throws SQLException {
        try (DecisionGroup group = new DecisionGroup(2, PLAIN);
                RywSession ignored = RywSession.open("warm-up")) {
            group.committed(GtidSet.parse(SOURCE + ":1000"));
            timing.of(group::readYourWrites);
        }
    }

    private void replicas(int... counts) throws SQLException {
        Table table = new Table("replicas of a group", "a decision");
        for (int each : counts) {
            try (DecisionGroup group = new DecisionGroup(each, PLAIN)) {
                table.row(count(each), nanos(decision("replicas", each, group)));
            }
        }
        report.table(table);
    }

    private void groups(int... counts) throws Exception {
        Table table = new Table("groups", "a decision");
        for (int each : counts) {
            Deque<DecisionGroup> groups = new ArrayDeque<>();
            groups.push(new DecisionGroup(2, PLAIN));
            while (groups.size() < each) {
                groups.push(groups.getLast().another());
            }
            table.row(count(each), nanos(decision("groups", each, groups.getFirst())));
            while (!groups.isEmpty()) {
                groups.pop().close();
            }
        }
        report.table(table);
    }

    private void sessions(int... counts) throws SQLException {
        Table table = new Table("sessions kept", "a decision in one of them", "opening and closing one", "each takes");
        int kept = 0;
        try (DecisionGroup group = new DecisionGroup(2, PLAIN)) {
            long before = Heap.used();
            for (int each : counts) {
                for (; kept < each; kept++) {
                    try (RywSession ignored = RywSession.open("user:" + kept)) {
                        group.committed(GtidSet.parse(SOURCE + ":" + (1_000 + kept)));
                    }
                }
                long bytes = (Heap.used() - before) / each;
                double decision;
                try (RywSession ignored = RywSession.open("user:0")) {
                    decision = timing.of(group::readYourWrites);
                }
                chart.point("sessions", each, decision);
                double opening = timing.of(GrowthBenchmark::openAndClose);
                table.row(count(each), nanos(decision), nanos(opening), each < 1_000 ? "" : count(bytes) + " bytes");
            }
        }
        report.table(table);
    }

    private static String openAndClose() {
        try (RywSession ignored = RywSession.open("user:0")) {
            return "";
        }
    }

    private void intervals(int... counts) throws SQLException {
        Table table = new Table("intervals of the executed set", "a decision", "parsing the set", "the set takes");
        for (int each : counts) {
            StringBuilder executed = new StringBuilder(SOURCE);
            for (int i = 0; i < each; i++) {
                executed.append(':').append(1_000 + 10L * i).append('-').append(1_008 + 10L * i);
            }
            String whole = executed.toString();
            long before = Heap.used();
            GtidSet set = GtidSet.parse(whole);
            long bytes = Heap.used() - before;
            double parsing = timing.of(() -> GtidSet.parse(whole));
            try (DecisionGroup group = new DecisionGroup(2, whole)) {
                double decision = decision("intervals", each, group);
                String size = set.intervalCount() < 1_000 ? "" : count(bytes) + " bytes";
                table.row(count(each), nanos(decision), nanos(parsing), size);
            }
        }
        report.table(table);
    }

    /** In a session that wrote something that every replica has. */
    private double decision(String series, int count, DecisionGroup group) {
        try (RywSession ignored = RywSession.open(series + count)) {
            group.committed(GtidSet.parse(SOURCE + ":1000"));
            double result = timing.of(group::readYourWrites);
            chart.point(series, count, result);
            return result;
        }
    }

    private void servers(int most) throws Exception {
        Table table = new Table("groups", "replicas of each", "threads", "connections", "more heap than ROUND_ROBIN");
        try (MySqlCluster cluster = MySqlCluster.start(most)) {
            cluster.primary()
                    .execute(
                            "CREATE TABLE account (id INT PRIMARY KEY)",
                            "CREATE USER '" + ManyGroups.MONITOR + "'@'%' IDENTIFIED BY '" + ManyGroups.MONITOR + "'");
            cluster.awaitCaughtUp();
            new ManyGroups(cluster, 1, 1, OURS).close();
            for (int replicas = 1; replicas <= most; replicas *= 2) {
                row(table, cluster, 1, replicas);
            }
            for (int groups = 4; groups <= 64; groups *= 4) {
                row(table, cluster, groups, 2);
            }
        }
        report.table(table);
    }

    private static void row(Table table, MySqlCluster cluster, int groups, int replicas) throws Exception {
        long stock;
        try (ManyGroups ignored = new ManyGroups(cluster, groups, replicas, STOCK)) {
            settle();
            stock = Heap.used();
        }
        try (ManyGroups ignored = new ManyGroups(cluster, groups, replicas, OURS)) {
            settle();
            String more = String.format(Locale.ROOT, "%.1f MB", (Heap.used() - stock) / 1e6);
            table.row(
                    count(groups),
                    count(replicas),
                    count(ManyGroups.threads()),
                    count(ManyGroups.connections(cluster)),
                    more);
        }
    }

    /** Until the monitors have their connections, and pools theirs. */
    private static void settle() {
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(3));
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String nanos(double nanos) {
        return nanos < 10_000
                ? String.format(Locale.ROOT, "%.0f ns", nanos)
                : String.format(Locale.ROOT, "%,.0f µs", nanos / 1e3);
    }
}
