package io.github.readyourwrites.http;

/**
 * What happened between a filter's sessions and its clients, since its start.
 *
 * @param tokensSent tokens that responses carried
 * @param marksSent those of them that make the client's next request ask the primary, since their response was committed
 *     before the end of a request that may have gone on writing
 * @param lateWrites requests that wrote after their response had been committed, and whose token, if it had one, does not
 *     stand for that: the client's next request may miss it on another instance
 */
public record FilterStatistics(long tokensSent, long marksSent, long lateWrites) {}
