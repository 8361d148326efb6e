/** Sessions and hints that leave their thread: on real servers, each with what happens without the library. */
@NullMarked
package io.github.readyourwrites.it.propagation;

import org.jspecify.annotations.NullMarked;
