package io.github.readyourwrites.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FilterSettingsTest {

    @Test
    void defaults() {
        assertEquals(
                new FilterSettings(true, "", "ryw-token", "ryw-token", TokenAnswer.SAME, "/", false, 8192, false),
                FilterSettings.of(Map.of()));
    }

    @Test
    void everyParameterIsRead() {
        Map<String, String> parameters = Map.of(
                "principal", "false",
                "key-header", "x-user",
                "token-header", "x-token",
                "token-cookie", "shop-token",
                "answer", "both",
                "cookie-path", "/shop",
                "cookie-secure", "always",
                "buffer-bytes", "65536",
                "hold-flushes", "true");
        assertEquals(
                new FilterSettings(
                        false, "x-user", "x-token", "shop-token", TokenAnswer.BOTH, "/shop", true, 65536, true),
                FilterSettings.of(parameters));
    }

    @Test
    void refusalNamesParameterValueAndRemedy() {
        assertRefused(Map.of("token-cokie", "x"), "'token-cokie'", "token-cookie");
        assertRefused(Map.of("token-cookie", "a b"), "'token-cookie'", "'a b'", "letters");
        assertRefused(Map.of("token-header", "a:b"), "'token-header'", "'a:b'", "letters");
        assertRefused(Map.of("answer", "MAYBE"), "'answer'", "'MAYBE'", "SAME, HEADER, COOKIE, BOTH, NONE");
        assertRefused(Map.of("principal", "yes"), "'principal'", "'yes'", "TRUE");
        assertRefused(Map.of("cookie-path", "shop"), "'cookie-path'", "'shop'", "begins with '/'");
        assertRefused(Map.of("cookie-path", "/; Domain=x"), "'cookie-path'", "begins with '/'");
        assertRefused(Map.of("cookie-secure", "never"), "'cookie-secure'", "'never'", "ALWAYS");
        assertRefused(Map.of("buffer-bytes", "-1"), "'buffer-bytes'", "'-1'", "16777216");
        assertRefused(Map.of("buffer-bytes", "8k"), "'buffer-bytes'", "'8k'", "16777216");
        assertRefused(Map.of("answer", "HEADER", "token-header", ""), "'answer'", "'token-header'", "name");
        assertRefused(Map.of("answer", "BOTH", "token-cookie", ""), "'answer'", "'token-cookie'", "name");
    }

    private static void assertRefused(Map<String, String> parameters, String... parts) {
        IllegalArgumentException ex = assertThrows(IllegalArgumentException.class, () -> FilterSettings.of(parameters));
        for (String each : parts) {
            assertTrue(String.valueOf(ex.getMessage()).contains(each), ex::toString);
        }
    }
}
