/** What is refused at start or at the first read: with a message that says what to change, and with nothing left open. */
@NullMarked
package io.github.readyourwrites.it.badinput;

import org.jspecify.annotations.NullMarked;
