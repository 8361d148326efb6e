/**
 * What {@code docs/guarantee.md} promises, sentence by sentence, through the whole path: each test fails when the code
 * of its sentence is taken out.
 */
@NullMarked
package io.github.readyourwrites.it.guarantee;

import org.jspecify.annotations.NullMarked;
