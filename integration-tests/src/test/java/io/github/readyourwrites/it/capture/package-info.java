/** The Connector/J tracker alone, on plain connections to a real primary. */
@NullMarked
package io.github.readyourwrites.it.capture;

import org.jspecify.annotations.NullMarked;
