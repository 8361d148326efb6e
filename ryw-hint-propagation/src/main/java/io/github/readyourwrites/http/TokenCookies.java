package io.github.readyourwrites.http;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Cookies with tokens. Each response that has something to say takes a slot of its own, so that responses that arrive in
 * any order replace nothing of one another: the next request brings them all, and its response puts one in their place.
 *
 * <p>Slots are numbered in turn from a random start. A number comes again after 10,000 others of the instance, so that two
 * responses of one browser that are under way at the same time share one only by two instances' chance. Thread-safe.
 */
final class TokenCookies {

    private static final int SLOTS = 10_000;

    private final FilterSettings settings;

    private final String prefix;

    private final AtomicInteger next = new AtomicInteger(new SecureRandom().nextInt(SLOTS));

    TokenCookies(FilterSettings settings) {
        this.settings = settings;
        prefix = settings.tokenCookie() + "-";
    }

    /** Those of {@code request}; none where cookies are not in use. */
    List<Cookie> of(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        if (cookies == null || settings.tokenCookie().isEmpty()) {
            return List.of();
        }
        List<Cookie> result = new ArrayList<>();
        for (Cookie each : cookies) {
            if (each.getName().startsWith(prefix) && isSlot(each.getName().substring(prefix.length()))) {
                result.add(each);
            }
        }
        return result;
    }

    private static boolean isSlot(String text) {
        return !text.isEmpty() && text.length() <= 4 && text.chars().allMatch(each -> each >= '0' && each <= '9');
    }

    /** A name that no other response has. */
    String nextName() {
        return prefix + Math.floorMod(next.getAndIncrement(), SLOTS);
    }

    /**
     * Sets a cookie.
     *
     * @param replaced names of those that the token stands for, too
     */
    void set(
            String name,
            String token,
            Duration maxAge,
            Collection<String> replaced,
            HttpServletRequest request,
            HttpServletResponse response) {
        int seconds = Math.toIntExact(Math.min(Integer.MAX_VALUE, Math.max(1, (maxAge.toMillis() + 999) / 1000)));
        response.addCookie(cookie(name, token, seconds, request));
        for (String each : replaced) {
            if (!each.equals(name)) {
                response.addCookie(cookie(each, "", 0, request));
            }
        }
    }

    private Cookie cookie(String name, String value, int maxAge, HttpServletRequest request) {
        Cookie result = new Cookie(name, value);
        result.setPath(settings.cookiePath());
        result.setMaxAge(maxAge);
        result.setHttpOnly(true);
        result.setSecure(settings.alwaysSecure() || request.isSecure());
        result.setAttribute("SameSite", "Lax");
        return result;
    }
}
