package io.github.readyourwrites.it.redis;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.session.SessionRegistry;
import io.github.readyourwrites.session.TokenStoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The instance in this JVM. */
final class LocalInstance implements Instance, AutoCloseable {

    private final ShardingSphereFixture fixture;

    private final ExecutorService pool;

    LocalInstance(String yaml, int threads) throws SQLException {
        fixture = ShardingSphereFixture.openYaml(yaml);
        pool = Executors.newFixedThreadPool(threads);
    }

    private static String update(int row) {
        return "UPDATE shared_row SET v = v + 1 WHERE id = " + row;
    }

    @Override
    public CompletableFuture<Outcome> write(String session, int row) {
        return submit(() -> closing(RywSession.open(session), () -> {
            fixture.execute(update(row));
            return new Outcome(0, true, "");
        }));
    }

    @Override
    public CompletableFuture<Outcome> writeOutliving(String session, int row) {
        return submit(() -> {
            try (Connection connection = fixture.connect()) {
                connection.setAutoCommit(false);
                Outcome result = closing(RywSession.open(session), () -> {
                    ShardingSphereFixture.execute(connection, update(row));
                    return new Outcome(0, true, "");
                });
                connection.commit();
                return result;
            }
        });
    }

    @Override
    public CompletableFuture<Outcome> read(String session, int row) {
        return submit(() -> closing(RywSession.open(session), () -> {
            long value = Long.parseLong(fixture.query("SELECT v FROM shared_row WHERE id = " + row));
            RouteDecision decision = RywSession.lastDecision().orElseThrow();
            return new Outcome(value, true, decision.target() + ' ' + decision.reason());
        }));
    }

    @Override
    public CompletableFuture<Outcome> failedSaves() {
        return submit(() ->
                new Outcome(SessionRegistry.tokenStoreStatistics().orElseThrow().failedSaves(), true, ""));
    }

    private static Outcome closing(RywSession session, Callable<Outcome> body) throws Exception {
        Outcome result;
        try {
            result = body.call();
        } catch (SQLException ex) {
            result = new Outcome(-1, true, String.valueOf(ex.getMessage()));
        }
        try {
            session.close();
            return result;
        } catch (TokenStoreException ex) {
            return new Outcome(result.value(), false, result.reason());
        }
    }

    private CompletableFuture<Outcome> submit(Callable<Outcome> task) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return task.call();
                    } catch (Exception ex) {
                        return new Outcome(-1, false, ex.toString());
                    }
                },
                pool);
    }

    @Override
    public void close() throws SQLException {
        pool.shutdownNow();
        fixture.close();
    }
}
