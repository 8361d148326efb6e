/** ShardingSphere's services without servers being watched: routing, hook and life cycle, with groups that record. */
@NullMarked
package io.github.readyourwrites.it.routing;

import org.jspecify.annotations.NullMarked;
