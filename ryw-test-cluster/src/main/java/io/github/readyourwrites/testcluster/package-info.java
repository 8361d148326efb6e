/**
 * A MySQL primary and its replicas as real {@code mysqld} processes, with lag and faults to order, for tests.
 *
 * <p>Start at {@link io.github.readyourwrites.testcluster.MySqlCluster}.
 */
@NullMarked
package io.github.readyourwrites.testcluster;

import org.jspecify.annotations.NullMarked;
