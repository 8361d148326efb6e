/**
 * Sessions over HTTP. {@link io.github.readyourwrites.http.RywFilter} opens one for each request to a servlet and hands its
 * token back, {@link io.github.readyourwrites.http.RywHttpClient} hands it on with calls of {@code java.net.http}. Needs
 * {@code jakarta.servlet-api} 6.0 or later on the class path for the filter, and nothing for the client.
 */
@NullMarked
package io.github.readyourwrites.http;

import org.jspecify.annotations.NullMarked;
