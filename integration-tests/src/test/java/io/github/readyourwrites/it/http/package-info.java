/** Sessions over HTTP, between instances behind real sockets. */
@NullMarked
package io.github.readyourwrites.it.http;

import org.jspecify.annotations.NullMarked;
