/**
 * What an application may implement: a place where sessions of a key are kept for other instances. Found by {@link
 * java.util.ServiceLoader} through {@link io.github.readyourwrites.session.spi.TokenStoreProvider}.
 */
@NullMarked
package io.github.readyourwrites.session.spi;

import org.jspecify.annotations.NullMarked;
