/** Replicas that are slow, cut off or flapping on real servers, and what measures them. */
@NullMarked
package io.github.readyourwrites.it.health;

import org.jspecify.annotations.NullMarked;
