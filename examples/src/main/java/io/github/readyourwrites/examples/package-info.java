@NullMarked
package io.github.readyourwrites.examples;

import org.jspecify.annotations.NullMarked;
