/**
 * Sessions and what their reads must see. Applications use {@link io.github.readyourwrites.session.RywSession} and what
 * it returns; {@link io.github.readyourwrites.session.ReadView}, {@link io.github.readyourwrites.session.Floor} and
 * {@link io.github.readyourwrites.session.SessionRegistry} are there for the load-balance module.
 */
@NullMarked
package io.github.readyourwrites.session;

import org.jspecify.annotations.NullMarked;
