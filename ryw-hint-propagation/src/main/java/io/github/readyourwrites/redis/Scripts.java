package io.github.readyourwrites.redis;

/**
 * What Redis does in one round trip, atomically. An entry is "number expiry text". Every script looks at the epoch first:
 * whether this is still the server, with the data, that the last one saw. A restart, a failover, a restored or an emptied
 * server, and one that has evicted anything, begins a new epoch.
 *
 * <p>KEYS: the session, the epoch; both in one slot. Times are the server's, in milliseconds.
 */
final class Scripts {

    private static final String EPOCH = """
            local time = redis.call('TIME')
            local now = time[1] * 1000 + math.floor(time[2] / 1000)
            local server = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')
            local evicted = string.match(redis.call('INFO', 'stats'), 'evicted_keys:(%d+)')
            local identity = server .. '/' .. evicted
            local epoch = redis.call('GET', KEYS[2])
            local since = epoch and tonumber(string.match(epoch, '^' .. identity .. ' (%d+)$'))
            if not since then
              since = now
              redis.call('SET', KEYS[2], identity .. ' ' .. string.format('%.0f', now))
            end
            """;

    /** ARGV: the writer, its number, the text, the time to live. */
    static final String SAVE = EPOCH + """
            local old = redis.call('HGET', KEYS[1], ARGV[1])
            if old and tonumber(string.match(old, '^(%d+)')) > tonumber(ARGV[2]) then
              return 0
            end
            local expiry = string.format('%.0f', now + ARGV[4])
            redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. expiry .. ' ' .. ARGV[3])
            if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[4]) then
              redis.call('PEXPIRE', KEYS[1], ARGV[4])
            end
            return 1
            """;

    /** ARGV: the time to live. Returns 1 if the epoch is older than it, else 0, then the texts. */
    static final String LOAD = EPOCH + """
            local result = {now - since >= tonumber(ARGV[1]) and '1' or '0'}
            local entries = redis.call('HGETALL', KEYS[1])
            for i = 1, #entries, 2 do
              local expiry, text = string.match(entries[i + 1], '^%d+ (%d+) (.*)$')
              if expiry and now < tonumber(expiry) then
                result[#result + 1] = text
              else
                redis.call('HDEL', KEYS[1], entries[i])
              end
            end
            return result
            """;

    private Scripts() {}
}
