@NullMarked
package io.github.readyourwrites.loadbalance;

import org.jspecify.annotations.NullMarked;
