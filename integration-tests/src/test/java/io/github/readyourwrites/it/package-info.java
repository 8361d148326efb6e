/**
 * The whole path on real MySQL servers: a user's YAML, ShardingSphere's data source, the plugin, replication. A test
 * states a scenario and runs its control first: the same with ShardingSphere's own ROUND_ROBIN.
 */
@NullMarked
package io.github.readyourwrites.it;

import org.jspecify.annotations.NullMarked;
