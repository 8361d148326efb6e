package io.github.readyourwrites.loadbalance;

import java.util.List;
import org.apache.shardingsphere.infra.config.props.ConfigurationProperties;
import org.apache.shardingsphere.infra.metadata.database.ShardingSphereDatabase;
import org.apache.shardingsphere.infra.route.DecorateSQLRouter;
import org.apache.shardingsphere.infra.route.SQLRouter;
import org.apache.shardingsphere.infra.route.context.RouteContext;
import org.apache.shardingsphere.infra.session.query.QueryContext;
import org.apache.shardingsphere.infra.spi.type.ordered.OrderedSPILoader;
import org.apache.shardingsphere.readwritesplitting.constant.ReadwriteSplittingOrder;
import org.apache.shardingsphere.readwritesplitting.route.ReadwriteSplittingSQLRouter;
import org.apache.shardingsphere.readwritesplitting.rule.ReadwriteSplittingRule;

/**
 * Takes the place of ShardingSphere's router for readwrite-splitting; {@link ReadwriteRoutes} says what it does.
 *
 * <p>That it takes the place rests on undocumented behaviour of {@link OrderedSPILoader} (of two services for one rule
 * class the one with the greater order remains), so {@link #isActive} must be asked at start. Thread-safe, stateless.
 */
public final class ReadYourWritesSQLRouter implements DecorateSQLRouter<ReadwriteSplittingRule> {
    private final ReadwriteSplittingSQLRouter stock = new ReadwriteSplittingSQLRouter();

    /** ShardingSphere makes the router. */
    public ReadYourWritesSQLRouter() {}

    /** Whether ShardingSphere routes this rule through us. */
    static boolean isActive(ReadwriteSplittingRule rule) {
        return OrderedSPILoader.getServices(SQLRouter.class, List.of(rule)).get(rule)
                instanceof ReadYourWritesSQLRouter;
    }

    @Override
    public void decorateRouteContext(
            RouteContext routeContext,
            QueryContext queryContext,
            ShardingSphereDatabase database,
            ReadwriteSplittingRule rule,
            ConfigurationProperties props) {
        ReadwriteRoutes.decorate(
                routeContext,
                queryContext,
                database,
                rule,
                units -> stock.decorateRouteContext(units, queryContext, database, rule, props));
    }

    @Override
    public int getOrder() {
        return ReadwriteSplittingOrder.ORDER + 1;
    }

    @Override
    public Class<ReadwriteSplittingRule> getTypeClass() {
        return ReadwriteSplittingRule.class;
    }
}
