package io.github.readyourwrites.prove.history;

/**
 * A session was given what another one had to see: by a token, or by a store. The giver's writes that were acknowledged
 * before {@link #begin} must be seen by the receiver's reads that begin after {@link #end}.
 *
 * @param begin before the token was taken, or the giver's save began
 * @param end after the token was merged, or the receiver was opened
 */
public record Handover(
        String fromInstance, String fromSession, String instance, String session, long begin, long end, String how)
        implements Event {}
