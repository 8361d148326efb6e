package io.github.readyourwrites.redis;

import io.lettuce.core.RedisURI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The properties {@code token-store.*} of a Redis store, checked. Immutable, but for what Lettuce may do with its URIs.
 *
 * @param uris {@code uri}: one server, one Sentinel URI, or nodes of a cluster, separated by commas
 * @param cluster {@code cluster}: whether it is a cluster, which a URI does not tell
 * @param keyPrefix {@code key-prefix}: what all keys begin with; applications that share sessions share it
 */
record RedisSettings(List<RedisURI> uris, boolean cluster, String keyPrefix) {

    private static final String URI = "uri";

    private static final String CLUSTER = "cluster";

    private static final String KEY_PREFIX = "key-prefix";

    private static final Set<String> KEYS = Set.of(URI, CLUSTER, KEY_PREFIX);

    RedisSettings {
        uris = List.copyOf(uris);
    }

    static RedisSettings parse(Map<String, String> properties) {
        for (String each : properties.keySet()) {
            if (!KEYS.contains(each)) {
                throw new IllegalArgumentException("unknown property 'token-store." + each
                        + "', token-store REDIS has: token-store.uri, token-store.cluster, token-store.key-prefix");
            }
        }
        boolean cluster = flag(properties.getOrDefault(CLUSTER, "false"));
        List<RedisURI> uris = uris(properties.getOrDefault(URI, ""));
        if (uris.isEmpty() || (!cluster && uris.size() > 1)) {
            throw new IllegalArgumentException(
                    "property 'token-store.uri' must be one Redis URI, or several separated by commas where"
                            + " 'token-store.cluster' is true");
        }
        return new RedisSettings(uris, cluster, prefix(properties.getOrDefault(KEY_PREFIX, "ryw")));
    }

    private static boolean flag(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException(
                        "property 'token-store.cluster' has the value '" + value + "', allowed: true, false");
        };
    }

    private static String prefix(String value) {
        if (value.isEmpty() || value.indexOf('{') >= 0) {
            throw new IllegalArgumentException("property 'token-store.key-prefix' has the value '" + value
                    + "', allowed: any text without '{', which names a slot of a cluster");
        }
        return value;
    }

    /** Never says the URI: it may hold a password. */
    private static List<RedisURI> uris(String value) {
        List<RedisURI> result = new ArrayList<>();
        String rest = value.trim();
        while (!rest.isEmpty()) {
            int end = endOfFirst(rest);
            try {
                RedisURI uri = RedisURI.create(rest.substring(0, end).trim());
                checkHost(uri);
                result.add(uri);
            } catch (RuntimeException ignored) {
                throw new IllegalArgumentException("number " + (result.size() + 1)
                        + " in property 'token-store.uri' is no Redis URI; one looks like redis://host:6379,"
                        + " rediss://user:password@host:6379/0 or redis-sentinel://host1:26379,host2:26379/0#master"
                        + " (percent-encode what is special in a password: %40 for @)");
            }
            rest = end == rest.length() ? "" : rest.substring(end + 1).trim();
        }
        return result;
    }

    /** Of a URI with a raw {@code @} in its password Lettuce makes a host out of the host and the port. */
    private static void checkHost(RedisURI uri) {
        String host = uri.getHost();
        if (host != null && host.indexOf(':') >= 0 && host.indexOf(':') == host.lastIndexOf(':')) {
            throw new IllegalArgumentException("a port in the name of a host");
        }
    }

    /** A Sentinel URI has commas of its own: a new URI begins where a scheme follows. */
    private static int endOfFirst(String uris) {
        for (int comma = uris.indexOf(','); comma >= 0; comma = uris.indexOf(',', comma + 1)) {
            if (uris.substring(comma + 1).trim().matches("(?i)rediss?(-[a-z]+)?://.*")) {
                return comma;
            }
        }
        return uris.length();
    }
}
