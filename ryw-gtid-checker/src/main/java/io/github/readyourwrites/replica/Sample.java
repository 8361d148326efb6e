package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;

/**
 * What a primary had executed at some moment. Immutable.
 *
 * @param position what had been executed, all of it
 * @param askedNanos just before it was asked for: everything committed until then is in {@code position}
 * @param answeredNanos just after the answer
 */
record Sample(GtidSet position, long askedNanos, long answeredNanos) {}
