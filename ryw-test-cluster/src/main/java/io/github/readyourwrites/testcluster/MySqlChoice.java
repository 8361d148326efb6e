package io.github.readyourwrites.testcluster;

import java.util.function.UnaryOperator;

/**
 * Which MySQL a cluster runs.
 *
 * @param value a base directory, an image, or a version
 */
record MySqlChoice(Kind kind, String value) {

    /** System property, or else environment variable, that names the base directory of an installed MySQL. */
    static final String HOME_KEY = "RYW_MYSQL_HOME";

    /** System property, or else environment variable, that names the version of the bundled MySQL. */
    static final String VERSION_KEY = "RYW_MYSQL_VERSION";

    /** System property, or else environment variable, that names an image of MySQL to run in Docker. */
    static final String IMAGE_KEY = "RYW_MYSQL_IMAGE";

    private static final String DEFAULT_VERSION = "8.0";

    enum Kind {
        INSTALLED,
        IMAGE,
        BUNDLED
    }

    /**
     * Decides: an image that the code asks for, then an installed MySQL or an image that the environment names, then the
     * version that the code asks for, then that in the environment.
     *
     * @param image the image that the code asks for, or an empty string
     * @param version the version that the code asks for, or an empty string
     * @param settings gives the value of a key, or an empty string
     */
    static MySqlChoice resolve(String image, String version, UnaryOperator<String> settings) {
        if (!image.isEmpty()) {
            return new MySqlChoice(Kind.IMAGE, image);
        }
        String home = settings.apply(HOME_KEY);
        if (!home.isEmpty()) {
            return new MySqlChoice(Kind.INSTALLED, home);
        }
        String general = settings.apply(IMAGE_KEY);
        if (!general.isEmpty()) {
            return new MySqlChoice(Kind.IMAGE, general);
        }
        String wanted = version.isEmpty() ? settings.apply(VERSION_KEY) : version;
        return new MySqlChoice(Kind.BUNDLED, wanted.isEmpty() ? DEFAULT_VERSION : wanted);
    }

    /** Finds it, unpacks it or pulls it. */
    Installation install() {
        return kind == Kind.IMAGE ? ContainerInstallation.of(value) : LocalInstallation.of(this);
    }

    /** A setting of this JVM. */
    static String setting(String key) {
        return System.getProperty(key, System.getenv().getOrDefault(key, "")).strip();
    }
}
