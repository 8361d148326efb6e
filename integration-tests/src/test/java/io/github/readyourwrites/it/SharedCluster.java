package io.github.readyourwrites.it;

import io.github.readyourwrites.testcluster.MySqlCluster;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One primary and two replicas for all tests of the JVM, as a parameter of type {@link MySqlCluster}; faults are undone
 * after each test. A test that breaks more than {@link MySqlCluster#heal()} mends starts a cluster of its own.
 */
public final class SharedCluster implements ParameterResolver, AfterEachCallback {

    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(SharedCluster.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext extension) {
        return parameter.getParameter().getType() == MySqlCluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext extension) {
        return cluster(extension);
    }

    @Override
    public void afterEach(ExtensionContext extension) {
        cluster(extension).heal();
    }

    private static MySqlCluster cluster(ExtensionContext extension) {
        return extension
                .getRoot()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(MySqlCluster.class, key -> MySqlCluster.start(2), MySqlCluster.class);
    }
}
