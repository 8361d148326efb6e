/**
 * The demo: one checkout, played by many customers under three strategies while replicas lag. Start reading at {@link
 * io.github.readyourwrites.examples.Demo}; what an application has to do is in {@link
 * io.github.readyourwrites.examples.ReadYourWrites} and {@link io.github.readyourwrites.examples.ShopDataSource}.
 */
@NullMarked
package io.github.readyourwrites.examples;

import org.jspecify.annotations.NullMarked;
