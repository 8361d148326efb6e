package io.github.readyourwrites.it.redis;

import io.lettuce.core.ScriptOutputType;
import java.io.IOException;

/** What Redis suffers in the soak. */
enum RedisFault {

    /** Killed with all it has, and started anew. */
    KILLED {
        @Override
        void happen(RedisServerFixture redis) throws IOException, InterruptedException {
            redis.kill();
            Thread.sleep(MILLISECONDS);
            redis.restart();
        }
    },

    /** {@code kill -STOP}, and on again. */
    PAUSED {
        @Override
        void happen(RedisServerFixture redis) throws InterruptedException {
            redis.freeze();
            Thread.sleep(MILLISECONDS);
            redis.thaw();
        }
    },

    /** Everything in it deleted. */
    FLUSHED {
        @Override
        void happen(RedisServerFixture redis) {
            redis.flush();
        }
    },

    /** Stalls of 0.1 to 0.3 seconds, some longer than the time-out. */
    SLOW {
        @Override
        void happen(RedisServerFixture redis) {
            for (int i = 1; i <= 6; i++) {
                redis.call(commands -> commands.eval(STALL, ScriptOutputType.VALUE));
            }
        }
    };

    private static final long MILLISECONDS = 1_500;

    /** Holds the server up for 0.1 to 0.3 seconds. */
    static final String STALL = """
            local function now() local t = redis.call('TIME') return t[1] * 1000 + math.floor(t[2] / 1000) end
            local start = now()
            local stall = 100 + start % 200
            while now() - start < stall do end
            return 'done'
            """;

    /** Lets it happen, begin to end. */
    abstract void happen(RedisServerFixture redis) throws IOException, InterruptedException;
}
