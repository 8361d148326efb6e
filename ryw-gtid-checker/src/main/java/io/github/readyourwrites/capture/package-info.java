@NullMarked
package io.github.readyourwrites.capture;

import org.jspecify.annotations.NullMarked;
