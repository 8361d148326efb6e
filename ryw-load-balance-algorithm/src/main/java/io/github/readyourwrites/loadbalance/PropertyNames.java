package io.github.readyourwrites.loadbalance;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The property keys, and which of them a misspelt key may mean. */
final class PropertyNames {
    static final String CONSISTENCY_LEVEL = "consistency-level";
    static final String SESSION_INCLUDES_SESSIONLESS = "session-includes-sessionless";
    static final String SESSIONLESS_SCOPE = "sessionless-scope";
    static final String LOAD_BALANCER = "load-balancer";
    static final String LOAD_BALANCER_PREFIX = "load-balancer.";
    static final String WAIT_TIMEOUT = "wait-timeout-milliseconds";
    static final String ON_WAIT_TIMEOUT = "on-wait-timeout";
    static final String FALLBACK_PERMITS = "primary-fallback-permits-per-second";
    static final String PROBE_INTERVAL = "probe-interval-milliseconds";
    static final String PROBE_TIMEOUT = "probe-timeout-milliseconds";
    static final String MONITOR_STATEMENTS = "monitor-statements-per-second";
    static final String MONITOR_USERNAME = "monitor-username";
    static final String MONITOR_PASSWORD = "monitor-password";
    static final String TOKEN_TTL = "token-ttl-milliseconds";
    static final String TOKEN_KEYS = "token-keys";
    static final String UNKNOWN_COMMIT = "unknown-commit-milliseconds";
    static final String MONOTONIC_READS = "monotonic-reads";
    static final String ON_LOST_WRITE = "on-lost-write";
    static final String LOST_WRITE_GRACE = "lost-write-grace-milliseconds";
    static final String STRICT_START = "strict-start";
    static final String TOKEN_STORE = "token-store";
    static final String TOKEN_STORE_PREFIX = "token-store.";
    static final String TOKEN_STORE_TIMEOUT = "token-store-timeout-milliseconds";
    static final String ON_TOKEN_LOAD_FAILURE = "on-token-load-failure";
    static final String ON_TOKEN_SAVE_FAILURE = "on-token-save-failure";
    static final String MAX_LAG = "max-lag-milliseconds";
    static final String ON_ALL_LAGGING = "on-all-lagging";
    static final String HEARTBEAT = "heartbeat";
    static final String HEARTBEAT_INTERVAL = "heartbeat-interval-milliseconds";
    static final String HEARTBEAT_TABLE = "heartbeat-table";
    static final String CANARY_ALARM = "canary-alarm-milliseconds";
    static final String WAIT_TIMEOUT_MAX = "wait-timeout-max-milliseconds";
    static final String CONCURRENT_FALLBACKS = "primary-fallback-concurrent-reads";

    /** A value of {@link #WAIT_TIMEOUT}. */
    static final String ADAPTIVE = "adaptive";

    private static final List<String> KNOWN = List.of(
            CONSISTENCY_LEVEL,
            SESSION_INCLUDES_SESSIONLESS,
            SESSIONLESS_SCOPE,
            LOAD_BALANCER,
            WAIT_TIMEOUT,
            ON_WAIT_TIMEOUT,
            FALLBACK_PERMITS,
            PROBE_INTERVAL,
            PROBE_TIMEOUT,
            MONITOR_STATEMENTS,
            MONITOR_USERNAME,
            MONITOR_PASSWORD,
            TOKEN_TTL,
            TOKEN_KEYS,
            UNKNOWN_COMMIT,
            STRICT_START,
            TOKEN_STORE,
            TOKEN_STORE_TIMEOUT,
            ON_TOKEN_LOAD_FAILURE,
            ON_TOKEN_SAVE_FAILURE,
            MONOTONIC_READS,
            ON_LOST_WRITE,
            LOST_WRITE_GRACE,
            MAX_LAG,
            ON_ALL_LAGGING,
            HEARTBEAT,
            HEARTBEAT_INTERVAL,
            HEARTBEAT_TABLE,
            CANARY_ALARM,
            WAIT_TIMEOUT_MAX,
            CONCURRENT_FALLBACKS);

    private PropertyNames() {}

    /** Throws unless every key is one of this version. */
    static void check(Collection<String> keys) {
        keys.forEach(PropertyNames::check);
    }

    private static void check(String key) {
        if (KNOWN.contains(key) || isBelow(LOAD_BALANCER_PREFIX, key) || isBelow(TOKEN_STORE_PREFIX, key)) {
            return;
        }
        throw new InvalidPropertyException(
                "unknown property '" + key + "', the nearest known one is '" + nearest(key) + "'");
    }

    private static boolean isBelow(String prefix, String key) {
        return key.startsWith(prefix) && key.length() > prefix.length();
    }

    private static String nearest(String key) {
        String lowerCase = key.toLowerCase(Locale.ROOT);
        return KNOWN.stream()
                .min(Comparator.comparingInt(each -> distance(lowerCase, each) - 2 * commonPrefix(lowerCase, each)))
                .orElseThrow();
    }

    /** Weighs more than the distance, since what people leave out or shorten is the unit at the end. */
    private static int commonPrefix(String left, String right) {
        int result = 0;
        while (result < left.length() && result < right.length() && left.charAt(result) == right.charAt(result)) {
            result++;
        }
        return result;
    }

    /** How many characters to insert, remove or replace to make one text of the other. */
    private static int distance(String left, String right) {
        int[] previous = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int[] row = new int[right.length() + 1];
            row[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int replaced = previous[j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(previous[j], row[j - 1]));
            }
            previous = row;
        }
        return previous[right.length()];
    }
}
