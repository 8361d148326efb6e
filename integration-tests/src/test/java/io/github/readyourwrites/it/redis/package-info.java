/** Sessions shared by several JVMs through a real Redis. */
@NullMarked
package io.github.readyourwrites.it.redis;

import org.jspecify.annotations.NullMarked;
