package io.github.readyourwrites.loadbalance;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads typed values out of properties whose values may be texts, numbers or booleans, as YAML gives them. */
final class PropertyReader {
    /** The longest duration whose nanoseconds fit a {@code long}. */
    static final long MAX_MILLISECONDS = Long.MAX_VALUE / 1_000_000;

    private final Map<String, String> values = new TreeMap<>();

    PropertyReader(Properties properties) {
        properties.forEach((key, value) ->
                values.put(key.toString(), value == null ? "" : value.toString().trim()));
        PropertyNames.check(values.keySet());
        values.forEach(PropertyReader::requireValue);
    }

    private static void requireValue(String key, String value) {
        if (value.isEmpty()
                && !key.startsWith(PropertyNames.LOAD_BALANCER_PREFIX)
                && !key.equals(PropertyNames.MONITOR_PASSWORD)) {
            throw new InvalidPropertyException("property '" + key + "' has no value");
        }
    }

    @Nullable
    String text(String key) {
        return values.get(key);
    }

    String text(String key, String defaultValue) {
        return values.getOrDefault(key, defaultValue);
    }

    boolean flag(String key, boolean defaultValue) {
        String value = values.get(key);
        if (value == null) {
            return defaultValue;
        }
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw invalid(key, value, "true, false");
        };
    }

    <E extends Enum<E>> E choice(String key, E defaultValue) {
        String value = values.get(key);
        if (value == null) {
            return defaultValue;
        }
        E[] allowed = defaultValue.getDeclaringClass().getEnumConstants();
        for (E each : allowed) {
            if (each.name().equalsIgnoreCase(value)) {
                return each;
            }
        }
        String names = Arrays.toString(allowed);
        throw invalid(key, value, names.substring(1, names.length() - 1));
    }

    Duration milliseconds(String key, long defaultValue, long min, long max) {
        return Duration.ofMillis(number(key, defaultValue, min, max));
    }

    long number(String key, long defaultValue, long min, long max) {
        String value = values.get(key);
        if (value == null) {
            return defaultValue;
        }
        try {
            long result = Long.parseLong(value);
            if (result >= min && result <= max) {
                return result;
            }
        } catch (NumberFormatException ignored) {
            // said below, together with the range
        }
        throw invalid(key, value, "whole numbers from " + min + " to " + max);
    }

    /** The entries whose key starts with {@code prefix}, without it. */
    Map<String, String> below(String prefix) {
        Map<String, String> result = new TreeMap<>();
        values.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                result.put(key.substring(prefix.length()), value);
            }
        });
        return result;
    }

    static InvalidPropertyException invalid(String key, String value, String allowed) {
        return new InvalidPropertyException(
                "property '" + key + "' has the value '" + value + "', allowed: " + allowed);
    }
}
