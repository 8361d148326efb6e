package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.SessionRegistry;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.shardingsphere.infra.metadata.database.ShardingSphereDatabase;
import org.apache.shardingsphere.infra.route.context.RouteContext;
import org.apache.shardingsphere.infra.route.context.RouteMapper;
import org.apache.shardingsphere.infra.route.context.RouteUnit;
import org.apache.shardingsphere.infra.session.connection.ConnectionContext;
import org.apache.shardingsphere.infra.session.connection.transaction.TransactionConnectionContext;
import org.apache.shardingsphere.infra.session.query.QueryContext;
import org.apache.shardingsphere.readwritesplitting.rule.ReadwriteSplittingDataSourceGroupRule;
import org.apache.shardingsphere.readwritesplitting.rule.ReadwriteSplittingRule;
import org.apache.shardingsphere.readwritesplitting.transaction.TransactionalReadQueryStrategy;
import org.apache.shardingsphere.sql.parser.statement.core.statement.dml.SelectStatement;
import org.jspecify.annotations.Nullable;

/**
 * What {@link ReadYourWritesSQLRouter} does: routes with what a load balancer is never told (the statement, the
 * transaction, the data sources a connection has used), and leaves every other decision to the stock router. Groups with
 * another load balancer keep their behaviour.
 *
 * <ul>
 *   <li>A read in a transaction that has used its primary stays on the primary. "Used" is what ShardingSphere tells: a
 *       data source that the logical connection has used since it was opened.
 *   <li>The reads of a read-only transaction stay on one replica, which the load balancer may overrule.
 *   <li>A SELECT without a table, sent to any physical data source, is brought back to the group of that one.
 *   <li>A statement that has no route would run on whichever storage unit comes first. A writing one (CALL, for one) goes
 *       to the primary of that one's group; a SELECT (in ShardingSphere 5.5.1 every one without a table) is routed as if
 *       it had been sent there.
 * </ul>
 */
final class ReadwriteRoutes {

    private ReadwriteRoutes() {}

    /** Routes one statement. */
    static void decorate(
            RouteContext routeContext,
            QueryContext queryContext,
            ShardingSphereDatabase database,
            ReadwriteSplittingRule rule,
            Stock stock) {
        SessionRegistry.enterStatement();
        if (!(queryContext.getSqlStatementContext().getSqlStatement() instanceof SelectStatement)) {
            routeWriteWithoutRoute(routeContext, queryContext, database, rule);
            stock.decorate(routeContext);
            return;
        }
        RoutingPass pass = RoutingRegistry.pass();
        pass.enterRouter();
        boolean complete = false;
        try {
            new Read(rule, stock, queryContext.getConnectionContext(), pass).route(routeContext, database);
            complete = true;
        } finally {
            if (complete) {
                pass.leaveRouter();
            } else {
                pass.end();
            }
        }
    }

    /** ShardingSphere runs a statement without a route on the first storage unit, most often a replica. */
    private static void routeWriteWithoutRoute(
            RouteContext routeContext,
            QueryContext queryContext,
            ShardingSphereDatabase database,
            ReadwriteSplittingRule rule) {
        if (!routeContext.getRouteUnits().isEmpty() || !SqlKind.isWriting(queryContext.getSql())) {
            return;
        }
        for (String each : database.getResourceMetaData().getStorageUnits().keySet()) {
            ReadwriteSplittingDataSourceGroupRule group = groupWith(rule, each);
            if (group != null) {
                routeContext.getRouteUnits().add(unit(group, group.getName(), List.of()));
                return;
            }
        }
    }

    private static @Nullable ReadwriteSplittingDataSourceGroupRule groupWith(
            ReadwriteSplittingRule rule, String physicalName) {
        for (ReadwriteSplittingDataSourceGroupRule each :
                rule.getDataSourceRuleGroups().values()) {
            if (isOurs(each)
                    && each.getReadwriteSplittingGroup().getAllDataSources().contains(physicalName)) {
                return each;
            }
        }
        return null;
    }

    private static boolean isOurs(ReadwriteSplittingDataSourceGroupRule group) {
        return group.getLoadBalancer() instanceof ReadYourWritesLoadBalanceAlgorithm;
    }

    private static RouteUnit unit(
            ReadwriteSplittingDataSourceGroupRule group, String actualName, Collection<RouteMapper> tables) {
        return new RouteUnit(new RouteMapper(group.getName(), actualName), tables);
    }

    /** ShardingSphere's own router for the statement at hand. */
    @FunctionalInterface
    interface Stock {
        void decorate(RouteContext units);
    }

    /** The routing of one SELECT. */
    private static final class Read {
        private final ReadwriteSplittingRule rule;
        private final Stock stock;
        private final ConnectionContext connection;
        private final TransactionConnectionContext transaction;
        private final RoutingPass pass;
        private @Nullable Collection<String> used;

        Read(ReadwriteSplittingRule rule, Stock stock, ConnectionContext connection, RoutingPass pass) {
            this.rule = rule;
            this.stock = stock;
            this.connection = connection;
            this.transaction = connection.getTransactionContext();
            this.pass = pass;
        }

        void route(RouteContext routeContext, ShardingSphereDatabase database) {
            if (routeContext.getRouteUnits().isEmpty()) {
                routeWithoutRoute(routeContext, database);
                return;
            }
            List<RouteUnit> units = new ArrayList<>(routeContext.getRouteUnits());
            routeContext.getRouteUnits().clear();
            for (RouteUnit each : units) {
                routeContext.getRouteUnits().add(route(each));
            }
        }

        private void routeWithoutRoute(RouteContext routeContext, ShardingSphereDatabase database) {
            String first = database.getResourceMetaData()
                    .getStorageUnits()
                    .keySet()
                    .iterator()
                    .next();
            ReadwriteSplittingDataSourceGroupRule group = groupWithoutTable(first);
            if (group != null) {
                routeContext.getRouteUnits().add(route(group, List.of(), first));
            }
        }

        private RouteUnit route(RouteUnit unit) {
            String name = unit.getDataSourceMapper().getActualName();
            ReadwriteSplittingDataSourceGroupRule group =
                    rule.findDataSourceGroupRule(name).orElse(null);
            if (group != null) {
                return isOurs(group) ? route(group, unit.getTableMappers(), null) : routeForeign(group, unit);
            }
            group = unit.getTableMappers().isEmpty() ? groupWithoutTable(name) : null;
            return group == null ? askStock(unit) : route(group, unit.getTableMappers(), name);
        }

        /** The group of a SELECT without a table: one whose primary the connection has used, else the one sent to. */
        private @Nullable ReadwriteSplittingDataSourceGroupRule groupWithoutTable(String physicalName) {
            ReadwriteSplittingDataSourceGroupRule result = groupWith(rule, physicalName);
            if (result == null || hasUsedPrimary(result)) {
                return result;
            }
            for (ReadwriteSplittingDataSourceGroupRule each :
                    rule.getDataSourceRuleGroups().values()) {
                if (isOurs(each) && hasUsedPrimary(each)) {
                    return each;
                }
            }
            return result;
        }

        /**
         * Routes to one of our groups.
         *
         * @param sentTo the physical data source that a SELECT without a table was sent to. What such a statement asks
         *     for often belongs to the connection ({@code ROW_COUNT()}), so a used primary keeps it.
         */
        private RouteUnit route(
                ReadwriteSplittingDataSourceGroupRule group, Collection<RouteMapper> tables, @Nullable String sentTo) {
            // What a connection has used comes last: ShardingSphere makes a set of it.
            if ((sentTo != null || transaction.isInTransaction() || isWriting(group)) && hasUsedPrimary(group)) {
                report(group, RouteReason.TRANSACTION_ON_PRIMARY);
                return unit(group, group.getWriteDataSource(), tables);
            }
            RouteUnit unit = unit(group, group.getName(), tables);
            if (transaction.isInTransaction()) {
                return routeInTransaction(group, unit, sentTo);
            }
            return ask(group, unit, sentTo);
        }

        private RouteUnit routeInTransaction(
                ReadwriteSplittingDataSourceGroupRule group, RouteUnit unit, @Nullable String sentTo) {
            String replicas = transaction.getReadWriteSplitReplicaRoute().orElse(null);
            String replica = TransactionReplicas.get(replicas, group.getName());
            try {
                // nothing pinned: under FIXED the load balancer is asked each time, and may keep the replica or not
                transaction.setReadWriteSplitReplicaRoute(null);
                RouteUnit result = ask(group, unit, replica == null ? sentTo : replica);
                String target = result.getDataSourceMapper().getActualName();
                if (!target.equals(group.getWriteDataSource())) {
                    replica = target;
                }
                return result;
            } finally {
                transaction.setReadWriteSplitReplicaRoute(TransactionReplicas.put(replicas, group.getName(), replica));
            }
        }

        private RouteUnit ask(ReadwriteSplittingDataSourceGroupRule group, RouteUnit unit, @Nullable String preferred) {
            pass.ask(transaction.isInTransaction(), preferred);
            RouteUnit result = askStock(unit);
            if (!pass.isAsked()) {
                report(group, reasonWithoutAsking(group));
            }
            return result;
        }

        private RouteReason reasonWithoutAsking(ReadwriteSplittingDataSourceGroupRule group) {
            return transaction.isInTransaction()
                            && group.getTransactionalReadQueryStrategy() == TransactionalReadQueryStrategy.PRIMARY
                    ? RouteReason.TRANSACTION_ON_PRIMARY
                    : RouteReason.PRIMARY_REQUESTED;
        }

        /** A group with another load balancer: only its pinned replica must be told from those of other groups. */
        private RouteUnit routeForeign(ReadwriteSplittingDataSourceGroupRule group, RouteUnit unit) {
            if (!transaction.isInTransaction()
                    || group.getTransactionalReadQueryStrategy() != TransactionalReadQueryStrategy.FIXED) {
                return askStock(unit);
            }
            String replicas = transaction.getReadWriteSplitReplicaRoute().orElse(null);
            String pinned = TransactionReplicas.get(replicas, group.getName());
            try {
                transaction.setReadWriteSplitReplicaRoute(pinned);
                RouteUnit result = askStock(unit);
                pinned = transaction.getReadWriteSplitReplicaRoute().orElse(null);
                return result;
            } finally {
                transaction.setReadWriteSplitReplicaRoute(TransactionReplicas.put(replicas, group.getName(), pinned));
            }
        }

        private RouteUnit askStock(RouteUnit unit) {
            RouteContext result = new RouteContext();
            result.getRouteUnits().add(unit);
            stock.decorate(result);
            return result.getRouteUnits().iterator().next();
        }

        private boolean hasUsedPrimary(ReadwriteSplittingDataSourceGroupRule group) {
            if (used == null) {
                used = connection.getUsedDataSourceNames();
            }
            return used.contains(group.getWriteDataSource());
        }

        /**
         * ShardingSphere knows of no transaction that was begun as text. Of a group whose rule was changed just now nothing
         * is known yet: it may be writing.
         */
        private static boolean isWriting(ReadwriteSplittingDataSourceGroupRule rule) {
            Group group = RoutingRegistry.bindings().find(rule.getLoadBalancer(), rule.getName());
            return group == null || group.isWriting();
        }

        private static void report(ReadwriteSplittingDataSourceGroupRule rule, RouteReason reason) {
            Group group = RoutingRegistry.bindings().find(rule.getLoadBalancer(), rule.getName());
            if (group != null) {
                try {
                    group.routedToPrimary(reason);
                } catch (SQLException ex) {
                    throw UndeclaredSqlException.raise(ex);
                }
            }
        }
    }
}
