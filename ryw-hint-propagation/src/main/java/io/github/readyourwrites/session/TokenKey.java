package io.github.readyourwrites.session;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** A key that seals tokens, and the name under which a token says which key sealed it. Never shows the key. Immutable. */
final class TokenKey {

    static final int MAX_ID_LENGTH = 16;

    /** In bytes: AES-256. */
    static final int LENGTH = 32;

    /** What names of keys made here begin with; names of configured keys must not. */
    private static final char OWN = '~';

    private final String id;

    private final byte[] idBytes;

    private final SecretKey key;

    private TokenKey(String id, byte[] key) {
        if (key.length != LENGTH) {
            throw new IllegalArgumentException("a token key has " + LENGTH + " bytes, not " + key.length);
        }
        this.id = id;
        idBytes = id.getBytes(StandardCharsets.US_ASCII);
        this.key = new SecretKeySpec(key, "AES");
    }

    /**
     * A configured key.
     *
     * @param id 1 to 16 characters out of letters, digits, {@code .}, {@code _} and {@code -}
     * @param key 32 bytes
     */
    static TokenKey of(String id, byte[] key) {
        if (!isValidId(id)) {
            throw new IllegalArgumentException("not the name of a token key");
        }
        return new TokenKey(id, key);
    }

    /** A key that nobody else has. */
    static TokenKey random(SecureRandom random) {
        byte[] name = new byte[6];
        random.nextBytes(name);
        byte[] key = new byte[LENGTH];
        random.nextBytes(key);
        return new TokenKey(OWN + Base64.getUrlEncoder().withoutPadding().encodeToString(name), key);
    }

    static boolean isValidId(String id) {
        return !id.isEmpty()
                && id.length() <= MAX_ID_LENGTH
                && id.chars().allMatch(each -> each != OWN && isIdCharacter(each));
    }

    /** Whether the name of a key may have this character. */
    static boolean isIdCharacter(int character) {
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9')
                || character == '.'
                || character == '_'
                || character == '-'
                || character == OWN;
    }

    /** Whether the key of this name was made by some JVM for itself. */
    static boolean isOwn(String id) {
        return id.charAt(0) == OWN;
    }

    String id() {
        return id;
    }

    byte[] idBytes() {
        return idBytes.clone();
    }

    /** Whether {@code bytes} has the name at {@code from} to {@code to}. */
    boolean isNamed(byte[] bytes, int from, int to) {
        return Arrays.equals(idBytes, 0, idBytes.length, bytes, from, to);
    }

    SecretKey key() {
        return key;
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof TokenKey other && id.equals(other.id) && key.equals(other.key);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return "TokenKey[" + id + "]";
    }
}
