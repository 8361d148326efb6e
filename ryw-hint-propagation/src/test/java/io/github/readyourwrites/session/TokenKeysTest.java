package io.github.readyourwrites.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenKeysTest {

    /** 32 bytes, and such that both alphabets of Base64 differ in it. */
    private static final String KEY = "+/+/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

    private static String refusal(String text) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, () -> TokenKeys.parse(text))
                .getMessage());
    }

    @Test
    void haveNamesInOrder() {
        TokenKeys keys = TokenKeys.parse(" new:" + KEY + " , old.1_x-y: " + TokenKeysFixture.base64(32));
        assertEquals("TokenKeys[new, old.1_x-y]", keys.toString());
        assertFalse(keys.isEmpty());
    }

    @Test
    void takeBothAlphabetsWithOrWithoutPadding() {
        TokenKeys keys = TokenKeys.parse("a:" + KEY);
        assertEquals(keys, TokenKeys.parse("a:" + KEY.replace('+', '-').replace('/', '_')));
        assertEquals(keys, TokenKeys.parse("a:" + KEY.replace("=", "")));
        assertNotEquals(keys, TokenKeys.parse("b:" + KEY));
        assertNotEquals(keys, TokenKeysFixture.keys("a"));
    }

    @Test
    void refuseTwoOfOneName() {
        assertEquals("two keys are named 'a'", refusal("a:" + KEY + ",a:" + KEY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", KEY, ":" + KEY, KEY + ":a", "a b:" + KEY, "~a:" + KEY, "seventeen-letters:" + KEY, "a"})
    void refuseWhatHasNoName(String text) {
        String message = refusal("ok:" + KEY + "," + text);
        assertTrue(message.startsWith("key 2 does not begin with a name"), message);
        assertFalse(message.contains(KEY), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "AAAA", "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA==", "not Base64, secret!"})
    void refuseWhatIsNotAKeyAndDoNotShowIt(String key) {
        String message = refusal("a:" + key.replace(",", ""));
        assertTrue(message.startsWith("key 1 ('a') is not 32 bytes in Base64"), message);
        assertFalse(message.contains("ecret") || message.contains("c2Vj") || message.contains("AAAA"), message);
    }

    @Test
    void areNeverShown() {
        TokenKeys keys = TokenKeys.parse("a:" + KEY);
        String shown = keys + " " + keys.list();
        assertFalse(shown.contains(KEY.substring(0, 8)), shown);
    }

    @Test
    void comeFromTheEnvironmentWhereItHasAny() {
        assertEquals(TokenKeys.parse("a:" + KEY), TokenKeys.ofEnvironment(Map.of("RYW_TOKEN_KEYS", "a:" + KEY)));
        assertTrue(TokenKeys.ofEnvironment(Map.of()).isEmpty());
        assertTrue(TokenKeys.ofEnvironment(Map.of("RYW_TOKEN_KEYS", " ")).isEmpty());
        assertThrows(IllegalArgumentException.class, () -> TokenKeys.ofEnvironment(Map.of("RYW_TOKEN_KEYS", KEY)));
    }
}
