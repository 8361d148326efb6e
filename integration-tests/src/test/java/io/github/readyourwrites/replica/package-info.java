/** Looks into what the package of the same name keeps to itself. */
@NullMarked
package io.github.readyourwrites.replica;

import org.jspecify.annotations.NullMarked;
