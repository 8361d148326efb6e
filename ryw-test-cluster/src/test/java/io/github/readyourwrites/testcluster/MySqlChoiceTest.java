package io.github.readyourwrites.testcluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MySqlChoiceTest {

    private static final String HOME = "RYW_MYSQL_HOME";
    private static final String IMAGE = "RYW_MYSQL_IMAGE";
    private static final String VERSION = "RYW_MYSQL_VERSION";

    @Test
    void isTheBundled80IfNothingIsSaid() {
        assertEquals(bundled("8.0"), resolve("", Map.of()));
    }

    @Test
    void prefersTheVersionInTheCodeToTheOneInTheEnvironment() {
        assertEquals(bundled("5.7"), resolve("", Map.of(VERSION, "5.7")));
        assertEquals(bundled("8.0"), resolve("8.0", Map.of(VERSION, "5.7")));
    }

    @Test
    void prefersAnInstalledMySqlToEveryVersion() {
        MySqlChoice installed = new MySqlChoice(MySqlChoice.Kind.INSTALLED, "/opt/mysql");
        assertEquals(installed, resolve("5.7", Map.of(HOME, "/opt/mysql", VERSION, "8.0")));
    }

    @Test
    void takesAnImageOfTheEnvironmentUnlessAMySqlIsInstalled() {
        MySqlChoice image = new MySqlChoice(MySqlChoice.Kind.IMAGE, "mysql:8.4");
        assertEquals(image, resolve("5.7", Map.of(IMAGE, "mysql:8.4", VERSION, "8.0")));
        assertEquals(
                new MySqlChoice(MySqlChoice.Kind.INSTALLED, "/opt/mysql"),
                resolve("", Map.of(IMAGE, "mysql:8.4", HOME, "/opt/mysql")));
    }

    @Test
    void prefersAnImageInTheCodeToEverything() {
        assertEquals(
                new MySqlChoice(MySqlChoice.Kind.IMAGE, "mysql:9"),
                MySqlChoice.resolve("mysql:9", "5.7", key -> "something"));
    }

    private static MySqlChoice bundled(String version) {
        return new MySqlChoice(MySqlChoice.Kind.BUNDLED, version);
    }

    private static MySqlChoice resolve(String version, Map<String, String> settings) {
        return MySqlChoice.resolve("", version, key -> settings.getOrDefault(key, ""));
    }
}
