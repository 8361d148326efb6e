package io.github.readyourwrites.prove.history;

/**
 * A session was given by a token what another one had to see. The giver's writes that were acknowledged before {@link #begin}
 * must be seen by the receiver's reads that begin after {@link #end}.
 *
 * @param begin before the token was taken
 * @param end after it was merged
 */
public record Handover(String fromInstance, String fromSession, String instance, String session, long begin, long end)
        implements Event {}
