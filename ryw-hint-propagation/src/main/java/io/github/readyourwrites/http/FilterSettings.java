package io.github.readyourwrites.http;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What a {@link RywFilter} was told by its init parameters.
 *
 * @param principal whether the name of the user's principal is the session's key
 * @param keyHeader name of a header that has the session's key, empty for none
 * @param tokenHeader name of the header for tokens, empty for none
 * @param tokenCookie what the names of cookies for tokens begin with, empty for none
 * @param alwaysSecure whether cookies are {@code Secure} also where the request seems not to be
 * @param bufferBytes how much of a response is held back, so that it is committed only after the request's last write
 * @param holdFlushes whether it is held back also when the application flushes it
 */
record FilterSettings(
        boolean principal,
        String keyHeader,
        String tokenHeader,
        String tokenCookie,
        TokenAnswer answer,
        String cookiePath,
        boolean alwaysSecure,
        int bufferBytes,
        boolean holdFlushes) {

    /** As few as have a default, with it. */
    private static final Map<String, String> DEFAULTS = Map.of(
            "principal", "true",
            "key-header", "",
            "token-header", "ryw-token",
            "token-cookie", "ryw-token",
            "answer", "SAME",
            "cookie-path", "/",
            "cookie-secure", "REQUEST",
            "buffer-bytes", "8192",
            "hold-flushes", "false");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]*");

    private static final Pattern PATH = Pattern.compile("/[\\x21-\\x7e&&[^;]]*");

    private static final int MAX_BUFFER_BYTES = 16 * 1024 * 1024;

    /**
     * Reads init parameters.
     *
     * @throws IllegalArgumentException if one is unknown, or its value is; the message names it and what it may be
     */
    static FilterSettings of(Map<String, String> parameters) {
        for (String each : parameters.keySet()) {
            if (!DEFAULTS.containsKey(each)) {
                throw new IllegalArgumentException(
                        "There is no init parameter '" + each + "' of RywFilter: remove it, or"
                                + " correct its name to one of " + new TreeMap<>(DEFAULTS).keySet());
            }
        }
        Reader reader = new Reader(parameters);
        FilterSettings result = new FilterSettings(
                reader.flag("principal"),
                reader.name("key-header"),
                reader.name("token-header"),
                reader.name("token-cookie"),
                TokenAnswer.valueOf(reader.oneOf(
                        "answer",
                        Arrays.stream(TokenAnswer.values()).map(Enum::name).toList())),
                reader.path("cookie-path"),
                reader.oneOf("cookie-secure", List.of("REQUEST", "ALWAYS")).equals("ALWAYS"),
                reader.number("buffer-bytes"),
                reader.flag("hold-flushes"));
        result.check();
        return result;
    }

    private void check() {
        boolean needsHeader = answer == TokenAnswer.HEADER || answer == TokenAnswer.BOTH;
        boolean needsCookie = answer == TokenAnswer.COOKIE || answer == TokenAnswer.BOTH;
        if ((needsHeader && tokenHeader.isEmpty()) || (needsCookie && tokenCookie.isEmpty())) {
            throw new IllegalArgumentException("RywFilter's init parameter 'answer' is " + answer + " and '"
                    + (needsHeader && tokenHeader.isEmpty() ? "token-header" : "token-cookie")
                    + "' is empty: give it a name, or choose another answer");
        }
    }

    /** Parameters, or what stands for them. */
    private record Reader(Map<String, String> parameters) {

        private String text(String name) {
            String result = parameters.get(name);
            return result == null ? DEFAULTS.getOrDefault(name, "") : result.trim();
        }

        private boolean flag(String name) {
            return oneOf(name, List.of("TRUE", "FALSE")).equals("TRUE");
        }

        private String oneOf(String name, List<String> values) {
            String result = text(name).toUpperCase(Locale.ROOT);
            if (!values.contains(result)) {
                throw refused(name, "one of " + values);
            }
            return result;
        }

        private String name(String name) {
            String result = text(name);
            if (!NAME.matcher(result).matches()) {
                throw refused(name, "a name of letters, digits, '-' and '_', or empty for none");
            }
            return result;
        }

        private String path(String name) {
            String result = text(name);
            if (!PATH.matcher(result).matches()) {
                throw refused(name, "a path that begins with '/', such as '/' or '/shop'");
            }
            return result;
        }

        private int number(String name) {
            try {
                int result = Integer.parseInt(text(name));
                if (result >= 0 && result <= MAX_BUFFER_BYTES) {
                    return result;
                }
            } catch (NumberFormatException ignored) {
                // Said below.
            }
            throw refused(name, "a number from 0 to " + MAX_BUFFER_BYTES);
        }

        private IllegalArgumentException refused(String name, String expected) {
            return new IllegalArgumentException(
                    "RywFilter's init parameter '" + name + "' is '" + text(name) + "': it must be " + expected);
        }
    }
}
