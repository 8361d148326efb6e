package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.capture.TrackedStatements;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import org.apache.shardingsphere.infra.database.core.connector.ConnectionProperties;
import org.apache.shardingsphere.infra.executor.sql.hook.SQLExecutionHook;
import org.jspecify.annotations.Nullable;

/**
 * Watches one execution on one physical data source, on the executing thread: refuses what would write on a replica,
 * notices what no tracker saw, and passes on that a replica does not answer. ShardingSphere makes one per execution.
 *
 * <p>The data source is known by its {@link ConnectionProperties} object, which lives as long as its storage unit; a
 * name may occur twice in one JVM.
 */
public final class ReadYourWritesExecutionHook implements SQLExecutionHook {
    private static final String CONNECTION_EXCEPTION = "08";

    /** Connector/J sends such a statement as a ping, past its interceptors. */
    private static final String PING = "/* ping */";

    private @Nullable DataSourceRole role;
    private long trackedBefore;
    private List<MonotonicRead> reads = List.of();
    private @Nullable HeldPlaces places;
    private String dataSource = "";

    /** ShardingSphere makes the hooks. */
    public ReadYourWritesExecutionHook() {}

    @Override
    public void start(
            String dataSourceName,
            String sql,
            List<Object> params,
            ConnectionProperties connectionProps,
            boolean isTrunkThread) {
        RoutingPass pass = RoutingRegistry.pass();
        pass.end();
        dataSource = dataSourceName;
        places = pass.held();
        if (places != null) {
            places.begun(dataSourceName);
        }
        DataSourceRole found = RoutingRegistry.bindings().role(connectionProps);
        if (found == null || sql.startsWith(PING)) {
            return;
        }
        String keyword = found.isReadOnly() ? SqlKind.writingKeyword(sql) : null;
        if (keyword != null) {
            throw UndeclaredSqlException.raise(refusal(found, keyword));
        }
        role = found;
        begin(found.readOf(), found.name(), sql);
        begin(found.writeOf(), found.name(), sql);
        found.writeOf().forEach(Group::writeBegins);
        trackedBefore = TrackedStatements.onThisThread();
    }

    private void begin(List<Group> groups, String dataSourceName, String sql) {
        for (int i = 0; i < groups.size(); i++) {
            MonotonicRead read = groups.get(i).readBegins(dataSourceName);
            if (read != null && SqlKind.writingKeyword(sql) == null) {
                reads = reads.isEmpty() ? new ArrayList<>() : reads;
                reads.add(read);
            }
        }
    }

    private static SQLException refusal(DataSourceRole role, String keyword) {
        DataSourceDescriptor write = role.readOf().get(0).descriptor().write();
        return new SQLFeatureNotSupportedException(
                ReadYourWritesLoadBalanceAlgorithm.TYPE + ": " + keyword + " was about to run on the read data source '"
                        + role.name() + "' and would change that replica only; it was not executed. Remove the data"
                        + " source hint that sends it there, or name the write data source:"
                        + " HintManager.setDataSourceName(\"" + write.name() + "\")",
                "0A000");
    }

    @Override
    public void finishSuccess() {
        leavePlace();
        reads.forEach(MonotonicRead::ended);
        if (role != null && wasNotTracked()) {
            role.writeOf().forEach(Group::untrackedStatement);
        }
    }

    @Override
    public void finishFailure(Exception cause) {
        leavePlace();
        if (role == null || !(cause instanceof SQLException ex)) {
            return;
        }
        if (isConnectionFailure(ex)) {
            String name = role.name();
            role.readOf().forEach(each -> each.readFailed(name, ex));
            role.writeOf().forEach(each -> each.writeFailed(ex));
        } else if (ex.getErrorCode() > 0 && wasNotTracked()) {
            // the server answered, so it saw the statement; a client-side error has no code
            role.writeOf().forEach(Group::untrackedStatement);
        }
    }

    private void leavePlace() {
        if (places != null) {
            places.leave(dataSource);
        }
    }

    private boolean wasNotTracked() {
        return TrackedStatements.onThisThread() == trackedBefore;
    }

    private static boolean isConnectionFailure(SQLException ex) {
        String state = ex.getSQLState();
        return state != null && state.startsWith(CONNECTION_EXCEPTION);
    }
}
