package io.github.readyourwrites.session;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import org.jspecify.annotations.Nullable;

/**
 * Seals bytes with AES-256-GCM (NIST SP 800-38D), so that nobody without the key can read, change or make them.
 *
 * <pre>
 * sealed := version key nonce ciphertext tag
 * version := 1                                     one byte
 * key     := length of the name, plus 128 if bound; name of the key
 * nonce   := 12 random bytes
 * tag     := 16 bytes
 * </pre>
 *
 * <p>Version and name are authenticated with the content, and so is the session key of a bound one, which itself does
 * not stand in it. Immutable and thread-safe. Never throws for sealed bytes from outside.
 */
final class TokenSeal {

    private static final byte VERSION = 1;

    private static final int BOUND = 0x80;

    private static final int NONCE_LENGTH = 12;

    private static final int TAG_LENGTH = 16;

    private static final int NAME_AT = 2;

    private final List<TokenKey> keys;

    private final SecureRandom random;

    /** One per thread, initialised anew for each use: to look one up takes as long as to use it. */
    private final ThreadLocal<Cipher> ciphers = ThreadLocal.withInitial(TokenSeal::newCipher);

    /**
     * Seals with the first of {@code keys} and opens with all of them.
     *
     * @param keys at least one; several may have one name
     */
    TokenSeal(List<TokenKey> keys, SecureRandom random) {
        this.keys = List.copyOf(keys);
        this.random = random;
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("a seal needs a key");
        }
    }

    /** How many bytes a seal of this one adds. */
    int overhead() {
        return NAME_AT + keys.get(0).id().length() + NONCE_LENGTH + TAG_LENGTH;
    }

    /**
     * Seals {@code content}.
     *
     * @param boundTo a session key without which it cannot be opened, null for none
     */
    byte[] seal(byte[] content, @Nullable String boundTo) {
        TokenKey key = keys.get(0);
        byte[] name = key.idBytes();
        int nonceAt = NAME_AT + name.length;
        int contentAt = nonceAt + NONCE_LENGTH;
        byte[] nonce = new byte[NONCE_LENGTH];
        random.nextBytes(nonce);
        byte[] result = new byte[contentAt + content.length + TAG_LENGTH];
        result[0] = VERSION;
        result[1] = (byte) (name.length | (boundTo == null ? 0 : BOUND));
        System.arraycopy(name, 0, result, NAME_AT, name.length);
        System.arraycopy(nonce, 0, result, nonceAt, NONCE_LENGTH);
        try {
            cipher(Cipher.ENCRYPT_MODE, key, result, nonceAt, boundTo)
                    .doFinal(content, 0, content.length, result, contentAt);
        } catch (GeneralSecurityException ex) {
            throw new IllegalStateException("this Java cannot encrypt with AES-256-GCM", ex);
        }
        return result;
    }

    /** Opens what was sealed, for the session of {@code sessionKey}; null for one without a key. */
    Opened open(byte[] sealed, @Nullable String sessionKey) {
        if (sealed.length < 2) {
            return Opened.not(TokenOutcome.MALFORMED);
        }
        if (sealed[0] != VERSION) {
            return Opened.not(TokenOutcome.UNKNOWN_VERSION);
        }
        int nonceAt = NAME_AT + (sealed[1] & ~BOUND & 0xff);
        if (!hasName(sealed, nonceAt) || sealed.length < nonceAt + NONCE_LENGTH + TAG_LENGTH) {
            return Opened.not(TokenOutcome.MALFORMED);
        }
        String boundTo = (sealed[1] & BOUND) == 0 ? null : sessionKey;
        boolean isBoundElsewhere = (sealed[1] & BOUND) != 0 && sessionKey == null;
        TokenOutcome result = TokenOutcome.UNKNOWN_KEY;
        for (TokenKey each : keys) {
            if (each.isNamed(sealed, NAME_AT, nonceAt)) {
                byte[] content = isBoundElsewhere ? null : open(sealed, nonceAt, each, boundTo);
                if (content != null) {
                    return new Opened(TokenOutcome.ACCEPTED, content);
                }
                result = TokenOutcome.FORGED;
            }
        }
        return Opened.not(result);
    }

    /** Whether a key's name stands before {@code end}: one that may be shown in a log. */
    private static boolean hasName(byte[] sealed, int end) {
        if (end == NAME_AT || end > NAME_AT + TokenKey.MAX_ID_LENGTH || end > sealed.length) {
            return false;
        }
        for (int i = NAME_AT; i < end; i++) {
            if (!TokenKey.isIdCharacter(sealed[i])) {
                return false;
            }
        }
        return true;
    }

    /** The name of the key of what was sealed, where that names one at all. */
    static String keyName(byte[] sealed) {
        int end = NAME_AT + (sealed[1] & ~BOUND & 0xff);
        return new String(Arrays.copyOfRange(sealed, NAME_AT, end), StandardCharsets.US_ASCII);
    }

    private byte @Nullable [] open(byte[] sealed, int nonceAt, TokenKey key, @Nullable String boundTo) {
        int contentAt = nonceAt + NONCE_LENGTH;
        try {
            return cipher(Cipher.DECRYPT_MODE, key, sealed, nonceAt, boundTo)
                    .doFinal(sealed, contentAt, sealed.length - contentAt);
        } catch (GeneralSecurityException ignored) {
            return null;
        }
    }

    private Cipher cipher(int mode, TokenKey key, byte[] sealed, int nonceAt, @Nullable String boundTo)
            throws GeneralSecurityException {
        Cipher result = ciphers.get();
        result.init(mode, key.key(), new GCMParameterSpec(8 * TAG_LENGTH, sealed, nonceAt, NONCE_LENGTH));
        result.updateAAD(sealed, 0, nonceAt);
        if (boundTo != null) {
            result.updateAAD(boundTo.getBytes(StandardCharsets.UTF_8));
        }
        return result;
    }

    private static Cipher newCipher() {
        try {
            return Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException ex) {
            throw new IllegalStateException("this Java has no AES-GCM", ex);
        }
    }

    /**
     * What came of opening.
     *
     * @param content null unless accepted
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on once, never compared
    record Opened(TokenOutcome outcome, byte @Nullable [] content) {

        private static Opened not(TokenOutcome outcome) {
            return new Opened(outcome, null);
        }
    }
}
