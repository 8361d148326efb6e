package io.github.readyourwrites.benchmarks.waiting;

import java.util.List;
import org.apache.shardingsphere.infra.database.core.connector.ConnectionProperties;
import org.apache.shardingsphere.infra.executor.sql.hook.SQLExecutionHook;
import org.jspecify.annotations.Nullable;

/** Notes when a thread's statement was sent last: routing, and with it any wait, is over then. */
public final class ReleaseClock implements SQLExecutionHook {

    private static final ThreadLocal<long[]> LAST = ThreadLocal.withInitial(() -> new long[1]);

    /** Made by ShardingSphere. */
    public ReleaseClock() {}

    /** On {@link System#nanoTime}, of the calling thread. */
    static long last() {
        return LAST.get()[0];
    }

    @Override
    public void start(
            String dataSourceName,
            String sql,
            List<Object> params,
            @Nullable ConnectionProperties connectionProps,
            boolean isTrunkThread) {
        LAST.get()[0] = System.nanoTime();
    }

    @Override
    public void finishSuccess() {}

    @Override
    public void finishFailure(Exception cause) {}
}
