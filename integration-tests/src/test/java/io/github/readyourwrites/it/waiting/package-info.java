/** Many reads that wait at once, for replicas and for fences: what that costs the servers and the other reads. */
@NullMarked
package io.github.readyourwrites.it.waiting;

import org.jspecify.annotations.NullMarked;
