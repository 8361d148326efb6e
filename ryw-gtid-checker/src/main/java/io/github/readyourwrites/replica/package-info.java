@NullMarked
package io.github.readyourwrites.replica;

import org.jspecify.annotations.NullMarked;
