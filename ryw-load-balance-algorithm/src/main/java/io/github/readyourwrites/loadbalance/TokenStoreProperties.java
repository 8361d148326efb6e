package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.session.LoadFailureAction;
import io.github.readyourwrites.session.SaveFailureAction;
import io.github.readyourwrites.session.TokenStoreSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The properties of the store that sessions are kept in. */
final class TokenStoreProperties {

    private static final String NONE = "NONE";

    private TokenStoreProperties() {}

    /**
     * Parses and checks them.
     *
     * @throws InvalidPropertyException if a value is not allowed, or if there are some without a store
     */
    static Optional<TokenStoreSettings> parse(PropertyReader reader) {
        String type = reader.text(PropertyNames.TOKEN_STORE, NONE);
        Map<String, String> properties = reader.below(PropertyNames.TOKEN_STORE_PREFIX);
        TokenStoreSettings result = new TokenStoreSettings(
                type,
                properties,
                reader.milliseconds(PropertyNames.TOKEN_STORE_TIMEOUT, 200, 1, 60_000),
                reader.choice(PropertyNames.ON_TOKEN_LOAD_FAILURE, LoadFailureAction.FENCE),
                reader.choice(PropertyNames.ON_TOKEN_SAVE_FAILURE, SaveFailureAction.WARN));
        if (type.equalsIgnoreCase(NONE)) {
            requireNothingElse(reader, properties);
            return Optional.empty();
        }
        try {
            result.check();
        } catch (IllegalArgumentException ex) {
            throw new InvalidPropertyException(String.valueOf(ex.getMessage()));
        }
        return Optional.of(result);
    }

    private static void requireNothingElse(PropertyReader reader, Map<String, String> properties) {
        for (String each : List.of(
                PropertyNames.TOKEN_STORE_TIMEOUT,
                PropertyNames.ON_TOKEN_LOAD_FAILURE,
                PropertyNames.ON_TOKEN_SAVE_FAILURE)) {
            if (reader.text(each) != null) {
                throw without(each);
            }
        }
        properties.keySet().stream().findFirst().ifPresent(each -> {
            throw without(PropertyNames.TOKEN_STORE_PREFIX + each);
        });
    }

    private static InvalidPropertyException without(String key) {
        return new InvalidPropertyException("property '" + key + "' does nothing without '" + PropertyNames.TOKEN_STORE
                + "', such as " + PropertyNames.TOKEN_STORE + ": REDIS");
    }
}
