@NullMarked
package io.github.readyourwrites.session;

import org.jspecify.annotations.NullMarked;
