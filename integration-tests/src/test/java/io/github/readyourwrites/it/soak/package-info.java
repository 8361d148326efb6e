/** Reads after writes in great number, under load and every kind of lag. Not part of the default run: docs/soak.md. */
@NullMarked
package io.github.readyourwrites.it.soak;

import org.jspecify.annotations.NullMarked;
