package io.github.readyourwrites.session;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys that seal and open tokens: the first one seals, all open. Instances that exchange tokens have the same keys.
 * To change keys, add the new one at the end everywhere, then put it first everywhere, then, {@code
 * token-ttl-milliseconds} later, take the old one away.
 *
 * <p>Immutable. No method and no exception shows a key.
 */
public final class TokenKeys {

    /** The environment variable that has keys where none are configured. */
    public static final String ENVIRONMENT_VARIABLE = "RYW_TOKEN_KEYS";

    private static final TokenKeys NONE = new TokenKeys(List.of());

    private final List<TokenKey> keys;

    private TokenKeys(List<TokenKey> keys) {
        this.keys = List.copyOf(keys);
    }

    /** No keys. */
    public static TokenKeys none() {
        return NONE;
    }

    /**
     * Parses {@code name:key,name:key}. A name has 1 to 16 letters, digits, dots, underscores and hyphens; a key has 32
     * bytes in Base64, of either alphabet.
     *
     * @throws IllegalArgumentException if it is anything else; the message has nothing of the text but a valid name
     */
    public static TokenKeys parse(String text) {
        List<TokenKey> result = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (String each : text.split(",", -1)) {
            TokenKey key = parseKey(each.trim(), "key " + (result.size() + 1));
            if (!names.add(key.id())) {
                throw new IllegalArgumentException("two keys are named '" + key.id() + "'");
            }
            result.add(key);
        }
        return new TokenKeys(result);
    }

    private static TokenKey parseKey(String text, String which) {
        int colon = text.indexOf(':');
        if (colon < 0 || !TokenKey.isValidId(text.substring(0, colon))) {
            // Not shown: what stands there may be the key.
            throw new IllegalArgumentException(which + " does not begin with a name of 1 to " + TokenKey.MAX_ID_LENGTH
                    + " letters, digits, '.', '_' or '-' and a colon");
        }
        String name = text.substring(0, colon);
        byte[] key = decode(text.substring(colon + 1).trim());
        if (key.length != TokenKey.LENGTH) {
            throw new IllegalArgumentException(which + " ('" + name + "') is not " + TokenKey.LENGTH
                    + " bytes in Base64: make one by 'openssl rand -base64 " + TokenKey.LENGTH + "'");
        }
        return TokenKey.of(name, key);
    }

    private static byte[] decode(String text) {
        try {
            return Base64.getDecoder().decode(text.replace('-', '+').replace('_', '/'));
        } catch (IllegalArgumentException ignored) {
            return new byte[0];
        }
    }

    /**
     * The keys in the environment variable {@value #ENVIRONMENT_VARIABLE}; none if it is not set, or blank.
     *
     * @param environment as {@link System#getenv()}
     * @throws IllegalArgumentException as {@link #parse}
     */
    public static TokenKeys ofEnvironment(Map<String, String> environment) {
        String text = environment.getOrDefault(ENVIRONMENT_VARIABLE, "");
        return text.isBlank() ? NONE : parse(text);
    }

    /** Whether there are no keys. */
    public boolean isEmpty() {
        return keys.isEmpty();
    }

    List<TokenKey> list() {
        return keys;
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof TokenKeys other && keys.equals(other.keys);
    }

    @Override
    public int hashCode() {
        return keys.hashCode();
    }

    /** The names, in order. */
    @Override
    public String toString() {
        return "TokenKeys" + keys.stream().map(TokenKey::id).toList();
    }
}
