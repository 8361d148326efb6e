package io.github.readyourwrites.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.readyourwrites.gtid.GtidFormatException;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link GtidSet} against the server's own functions, on random sets. A failure names the seed; the system property
 * {@code ryw.seed} repeats it.
 */
@Tag("central")
class GtidSetDifferentialIT {

    private static final Logger LOG = LoggerFactory.getLogger(GtidSetDifferentialIT.class);

    private static final int PAIRS = 5_000;

    private static final int MALFORMED = 5_000;

    private static final int PURGES = 50;

    private static final int ER_MALFORMED_GTID_SET_SPECIFICATION = 1772;

    private static final long SEED = Long.getLong("ryw.seed", System.nanoTime());

    private static MySqlCluster cluster;

    private static Connection connection;

    private static boolean tagged;

    private final RandomGtidTexts texts = new RandomGtidTexts(SEED, tagged);

    @BeforeAll
    static void startServer() throws SQLException {
        cluster = MySqlCluster.start(0);
        connection = cluster.primary().connect();
        tagged = canonical("00000000-0000-0000-0000-000000000001:tag:1").isPresent();
        LOG.info("ryw.seed={}, server {} tags", SEED, tagged ? "knows" : "does not know");
    }

    @AfterAll
    static void stopServer() throws SQLException {
        connection.close();
        cluster.close();
    }

    @Test
    void subsetSubtractionAndCanonicalFormAreTheServers() throws SQLException {
        int contained = 0;
        for (int i = 0; i < PAIRS; i++) {
            String left = texts.next();
            String right = i % 2 == 0 ? texts.next() : partOf(left);
            contained += assertSameAsServer(left, right) ? 1 : 0;
        }
        assertTrue(contained > PAIRS / 4 && contained < PAIRS, "subsets among the pairs: " + contained);
    }

    @Test
    void acceptsWhatTheServerAcceptsButForNumbersThatAreNotDecimal() throws SQLException {
        int accepted = 0;
        for (int i = 0; i < MALFORMED; i++) {
            String text = texts.nextWithError();
            Optional<String> expected = canonical(text);
            accepted += expected.isPresent() ? 1 : 0;
            try {
                GtidSet actual = GtidSet.parse(text);
                assertEquals(expected, Optional.of(actual.toString()), () -> context(text));
            } catch (GtidFormatException ex) {
                boolean notDecimal =
                        ex.reason().contains("octal") || ex.reason().contains("last transaction number");
                assertTrue(expected.isEmpty() || notDecimal, () -> ex.getMessage() + ": " + context(text));
            }
        }
        assertNotEquals(0, accepted);
        assertNotEquals(MALFORMED, accepted);
    }

    @Test
    void executedSetIsPrintedAsTheServerPrintsIt() throws SQLException {
        assumeFalse(cluster.version().startsWith("5."), "MySQL 5.7 cannot add to gtid_purged");
        GtidSet expected = GtidSet.parse(cluster.primary().queryString("SELECT @@GLOBAL.gtid_executed"));
        for (int i = 0; i < PURGES; i++) {
            GtidSet addition = GtidSet.parse(texts.next()).subtract(expected);
            expected = expected.union(addition);
            cluster.primary().execute("SET GLOBAL gtid_purged = '+" + addition + "'");

            String printed = cluster.primary().queryString("SELECT @@GLOBAL.gtid_executed");

            assertEquals(printed.replace("\n", ""), expected.toString(), () -> "seed " + SEED);
            assertEquals(expected, GtidSet.parse(printed), () -> "seed " + SEED);
        }
    }

    @Test
    void ownedSetIsReadAsTheServerPrintsIt() throws SQLException {
        List<String> gtids = List.of(
                "12345678-1234-1234-1234-123456789abc:1000003",
                "12345678-1234-1234-1234-123456789abc:1000004",
                "99999999-9999-9999-9999-999999999999:1000001",
                "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa:9223372036854775806");
        List<Connection> owners = new ArrayList<>();
        try {
            for (String each : gtids) {
                Connection owner = cluster.primary().connect();
                owners.add(owner);
                try (Statement statement = owner.createStatement()) {
                    statement.execute("SET GTID_NEXT = '" + each + "'");
                }
            }

            String printed = cluster.primary().queryString("SELECT @@GLOBAL.gtid_owned");

            assertEquals(GtidSet.parse(String.join(",", gtids)), GtidSet.parseOwned(printed), printed);
        } finally {
            for (Connection each : owners) {
                each.close();
            }
        }
    }

    private static boolean assertSameAsServer(String left, String right) throws SQLException {
        GtidSet one = GtidSet.parse(left);
        GtidSet other = GtidSet.parse(right);
        String sql = "SELECT GTID_SUBSET(?, ?), GTID_SUBTRACT(?, ?), GTID_SUBTRACT(?, '')";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, right);
            statement.setString(2, left);
            statement.setString(3, left);
            statement.setString(4, right);
            statement.setString(5, left);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                boolean result = rows.getBoolean(1);
                assertEquals(result, one.contains(other), () -> context(left, right));
                assertEquals(withoutLineBreaks(rows, 2), one.subtract(other).toString(), () -> context(left, right));
                assertEquals(withoutLineBreaks(rows, 3), one.toString(), () -> context(left, right));
                return result;
            }
        }
    }

    /** What the server makes of a text; nothing if it says that the text is malformed. */
    private static Optional<String> canonical(String text) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT GTID_SUBTRACT(?, '')")) {
            statement.setString(1, text);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return Optional.of(withoutLineBreaks(rows, 1));
            }
        } catch (SQLException ex) {
            if (ex.getErrorCode() != ER_MALFORMED_GTID_SET_SPECIFICATION) {
                fail(context(text), ex);
            }
            return Optional.empty();
        }
    }

    /** The intersection as this class computes it, so that subsets are common: a wrong one shows all the same. */
    private String partOf(String text) {
        return GtidSet.parse(text).intersect(GtidSet.parse(texts.next())).toString();
    }

    private static String withoutLineBreaks(ResultSet rows, int column) throws SQLException {
        return rows.getString(column).replace("\n", "");
    }

    private static String context(String... inputs) {
        return "seed " + SEED + ": '" + String.join("', '", inputs) + "'";
    }
}
