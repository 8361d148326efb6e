package io.github.readyourwrites.session;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Keys that nobody has to keep. */
final class TokenKeysFixture {

    static final SecureRandom RANDOM = new SecureRandom();

    private TokenKeysFixture() {}

    /** New keys of these names. */
    static TokenKeys keys(String... names) {
        return TokenKeys.parse(
                Stream.of(names).map(each -> each + ":" + base64(32)).collect(Collectors.joining(",")));
    }

    /** Seals with the first one and opens with all. */
    static TokenSeal seal(TokenKeys... keys) {
        return new TokenSeal(
                Stream.of(keys).map(TokenKeys::list).flatMap(List::stream).toList(), RANDOM);
    }

    /** Some bytes that nobody knows, as text. */
    static String base64(int length) {
        byte[] bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }
}
