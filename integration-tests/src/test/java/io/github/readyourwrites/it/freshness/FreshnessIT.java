package io.github.readyourwrites.it.freshness;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.readyourwrites.freshness.CacheFillGuard;
import io.github.readyourwrites.freshness.CacheFillStatistics;
import io.github.readyourwrites.freshness.MemoryCache;
import io.github.readyourwrites.freshness.RereadOnStale;
import io.github.readyourwrites.freshness.RereadStatistics;
import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Reads that the application finds too old, and a cache that is filled from replicas, while no replica applies anything. */
@ExtendWith(SharedCluster.class)
class FreshnessIT {

    private static ShardingSphereFixture fixture;

    @BeforeAll
    static void open(MySqlCluster cluster) throws SQLException {
        cluster.primary()
                .execute(
                        "DROP TABLE IF EXISTS fresh_account",
                        "CREATE TABLE fresh_account (id INT PRIMARY KEY, v INT)",
                        "INSERT INTO fresh_account VALUES (1, 0)");
        cluster.awaitCaughtUp();
        fixture = ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .loadBalancerProperties("wait-timeout-milliseconds: 50, probe-timeout-milliseconds: 10000,"
                        + " session-includes-sessionless: false, sessionless-scope: NONE")
                .open(ShardingSphereFixture.READ_YOUR_WRITES);
    }

    @AfterAll
    static void close() throws SQLException {
        fixture.close();
    }

    @BeforeEach
    void stopAppliers(MySqlCluster cluster) {
        cluster.primary().execute("DELETE FROM fresh_account WHERE id > 1", "UPDATE fresh_account SET v = 0");
        cluster.awaitCaughtUp();
        cluster.replicas().forEach(MySqlServer::stopApplier);
        // On a slow machine replicas may seem to be down for a moment.
        await().pollInSameThread().until(() -> {
            fixture.query("SELECT v FROM fresh_account WHERE id = 1");
            return RywSession.lastDecision().orElseThrow().reason().isReplica();
        });
    }

    private static String read(int id) throws SQLException {
        return fixture.query("SELECT v FROM fresh_account WHERE id = " + id);
    }

    /** Another client's write, of which no session here knows. */
    @Test
    void whatTheApplicationFindsTooOldIsReadFromThePrimary(MySqlCluster cluster) throws SQLException {
        cluster.primary()
                .execute("UPDATE fresh_account SET v = 7 WHERE id = 1", "INSERT INTO fresh_account VALUES (2, 1)");
        RereadOnStale rereads = new RereadOnStale();
        assertEquals("0", read(1), "the control");
        assertEquals("null", read(2), "the control");
        assertEquals("7", rereads.read(() -> read(1), found -> Integer.parseInt(found) >= 7));
        assertEquals("1", rereads.read(() -> read(2), found -> !found.equals("null")));
        assertEquals("0", rereads.read(() -> read(1), found -> true));
        assertEquals(new RereadStatistics(3, 2, 2), rereads.statistics());
    }

    @Test
    void naiveCacheKeepsTheOldValueAfterAnInvalidation() throws SQLException {
        Map<String, String> naive = new HashMap<>();
        try (RywSession ignored = RywSession.open()) {
            fixture.execute("UPDATE fresh_account SET v = 1 WHERE id = 1");
            naive.remove("account:1");
        }
        naive.put("account:1", read(1));
        assertEquals("0", naive.get("account:1"));
    }

    @Test
    void guardedCacheIsFilledWithTheNewValueOnly() throws SQLException {
        MemoryCache<String> cache = new MemoryCache<>(100, 100);
        CacheFillGuard<String> guard = new CacheFillGuard<>(cache);
        assertEquals("0", guard.get("account:1", () -> {
            String slow = read(1);
            try (RywSession ignored = RywSession.open()) {
                fixture.execute("UPDATE fresh_account SET v = 1 WHERE id = 1");
                guard.invalidate("account:1");
            }
            return slow;
        }));
        assertNull(cache.get("account:1").value(), "the slow reader's");
        assertEquals("0", read(1), "the control: replicas are behind");
        assertEquals("1", guard.get("account:1", () -> read(1)));
        assertEquals("1", guard.get("account:1", () -> "not read"));
        assertEquals(new CacheFillStatistics(1, 1, 1), guard.statistics());
    }
}
