package io.github.readyourwrites.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TokenSealTest {

    private static final byte[] CONTENT = "what a browser must not learn".getBytes(StandardCharsets.US_ASCII);

    private final TokenKeys oldKeys = TokenKeysFixture.keys("old");

    private final TokenKeys newKeys = TokenKeysFixture.keys("new");

    private final TokenSeal seal = TokenKeysFixture.seal(oldKeys);

    private static void assertOpens(TokenSeal seal, byte[] sealed, @Nullable String sessionKey) {
        TokenSeal.Opened opened = seal.open(sealed, sessionKey);
        assertEquals(TokenOutcome.ACCEPTED, opened.outcome());
        assertArrayEquals(CONTENT, opened.content());
    }

    private static void assertRefuses(
            TokenOutcome expected, TokenSeal seal, byte[] sealed, @Nullable String sessionKey) {
        TokenSeal.Opened opened = seal.open(sealed, sessionKey);
        assertEquals(expected, opened.outcome());
        assertNull(opened.content());
    }

    @Test
    void opensWhatItSealed() {
        byte[] sealed = seal.seal(CONTENT, null);
        assertOpens(seal, sealed, null);
        assertOpens(seal, sealed, "a session that it is not bound to");
        assertEquals(CONTENT.length + seal.overhead(), sealed.length);
    }

    @Test
    void showsNeitherTheContentNorThatItIsTheSame() {
        byte[] sealed = seal.seal(CONTENT, null);
        String text = new String(sealed, StandardCharsets.ISO_8859_1);
        assertFalse(text.contains("browser"));
        assertFalse(Arrays.equals(sealed, seal.seal(CONTENT, null)));
    }

    @Test
    void whatIsChangedAnywhereIsNotOpened() {
        byte[] sealed = seal.seal(CONTENT, "key");
        for (int bit = 0; bit < 8 * sealed.length; bit++) {
            byte[] changed = sealed.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            assertNull(seal.open(changed, "key").content(), "bit " + bit);
        }
    }

    @Test
    void whatIsCutAnywhereIsNotOpened() {
        byte[] sealed = seal.seal(CONTENT, null);
        for (int length = 0; length < sealed.length; length++) {
            assertNull(seal.open(Arrays.copyOf(sealed, length), null).content(), "first " + length);
        }
        assertNull(seal.open(Arrays.copyOf(sealed, sealed.length + 1), null).content());
    }

    @Test
    void anotherKeyOfTheSameNameDoesNotOpenIt() {
        byte[] sealed = seal.seal(CONTENT, null);
        assertRefuses(TokenOutcome.FORGED, TokenKeysFixture.seal(TokenKeysFixture.keys("old")), sealed, null);
    }

    @Test
    void unknownKeyIsSaidToBeOne() {
        byte[] sealed = seal.seal(CONTENT, null);
        assertRefuses(TokenOutcome.UNKNOWN_KEY, TokenKeysFixture.seal(newKeys), sealed, null);
        assertEquals("old", TokenSeal.keyName(sealed));
    }

    @Test
    void keysRotateWithoutAGap() {
        TokenSeal both = TokenKeysFixture.seal(oldKeys, newKeys);
        TokenSeal turned = TokenKeysFixture.seal(newKeys, oldKeys);
        assertEquals("old", TokenSeal.keyName(both.seal(CONTENT, null)));
        assertEquals("new", TokenSeal.keyName(turned.seal(CONTENT, null)));
        for (TokenSeal writer : List.of(seal, both)) {
            assertOpens(both, writer.seal(CONTENT, null), null);
            assertOpens(turned, writer.seal(CONTENT, null), null);
        }
        assertOpens(both, turned.seal(CONTENT, null), null);
        assertOpens(TokenKeysFixture.seal(newKeys), turned.seal(CONTENT, null), null);
    }

    @Test
    void keysOfOneNameAreTriedOneAfterTheOther() {
        TokenKeys sameName = TokenKeysFixture.keys("old");
        assertOpens(TokenKeysFixture.seal(sameName, oldKeys), seal.seal(CONTENT, null), null);
    }

    @Test
    void boundOneOpensForItsSessionAlone() {
        byte[] sealed = seal.seal(CONTENT, "user:42");
        assertOpens(seal, sealed, "user:42");
        assertRefuses(TokenOutcome.FORGED, seal, sealed, "user:43");
        assertRefuses(TokenOutcome.FORGED, seal, sealed, "");
        assertRefuses(TokenOutcome.FORGED, seal, sealed, null);
        byte[] unbound = sealed.clone();
        unbound[1] &= 0x7f;
        assertRefuses(TokenOutcome.FORGED, seal, unbound, null);
    }

    @Test
    void anotherVersionIsSaidToBeOne() {
        byte[] sealed = seal.seal(CONTENT, null);
        sealed[0]++;
        assertRefuses(TokenOutcome.UNKNOWN_VERSION, seal, sealed, null);
    }

    @Test
    void nameThatIsNoneIsMalformed() {
        byte[] sealed = seal.seal(CONTENT, null);
        sealed[2] = '\n';
        assertRefuses(TokenOutcome.MALFORMED, seal, sealed, null);
    }
}
