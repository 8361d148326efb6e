@NullMarked
package io.github.readyourwrites.gtid;

import org.jspecify.annotations.NullMarked;
