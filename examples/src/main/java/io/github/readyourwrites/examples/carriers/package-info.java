/** How a session is handed on with calls and messages. */
@NullMarked
package io.github.readyourwrites.examples.carriers;

import org.jspecify.annotations.NullMarked;
