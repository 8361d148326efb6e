/** Situations seen in the field, each with its control: the same under ShardingSphere's own ROUND_ROBIN. */
@NullMarked
package io.github.readyourwrites.it.situations;

import org.jspecify.annotations.NullMarked;
