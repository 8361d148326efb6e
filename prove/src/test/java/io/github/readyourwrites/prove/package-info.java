/** Tests of the proof itself. */
@NullMarked
package io.github.readyourwrites.prove;

import org.jspecify.annotations.NullMarked;
