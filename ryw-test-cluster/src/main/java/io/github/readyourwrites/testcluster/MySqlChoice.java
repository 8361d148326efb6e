package io.github.readyourwrites.testcluster;

import java.util.function.UnaryOperator;

/**
 * Which MySQL a cluster runs.
 *
 * @param value a base directory, or a version
 */
record MySqlChoice(Kind kind, String value) {

    /** System property, or else environment variable, that names the base directory of an installed MySQL. */
    static final String HOME_KEY = "RYW_MYSQL_HOME";

    /** System property, or else environment variable, that names the version of the bundled MySQL. */
    static final String VERSION_KEY = "RYW_MYSQL_VERSION";

    private static final String DEFAULT_VERSION = "8.0";

    enum Kind {
        INSTALLED,
        BUNDLED
    }

    /**
     * Decides: an installed MySQL wins, then what the code asks for, then the version in the environment.
     *
     * @param version the version that the code asks for, or an empty string
     * @param settings gives the value of a key, or an empty string
     */
    static MySqlChoice resolve(String version, UnaryOperator<String> settings) {
        String home = settings.apply(HOME_KEY);
        if (!home.isEmpty()) {
            return new MySqlChoice(Kind.INSTALLED, home);
        }
        String wanted = version.isEmpty() ? settings.apply(VERSION_KEY) : version;
        return new MySqlChoice(Kind.BUNDLED, wanted.isEmpty() ? DEFAULT_VERSION : wanted);
    }

    /** A setting of this JVM. */
    static String setting(String key) {
        return System.getProperty(key, System.getenv().getOrDefault(key, "")).strip();
    }
}
