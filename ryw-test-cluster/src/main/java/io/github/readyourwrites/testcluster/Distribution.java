package io.github.readyourwrites.testcluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A MySQL that can be run here.
 *
 * @param home MySQL's base directory
 * @param mysqld the server program in it
 * @param environment what the program needs in its environment beside the JVM's own
 */
record Distribution(Path home, Path mysqld, ServerVersion version, Map<String, String> environment) {

    Distribution {
        environment = Map.copyOf(environment);
    }

    /** What was chosen; a bundled MySQL is unpacked below the given folder. */
    static Distribution locate(MySqlChoice choice, Path folder) {
        Path home = switch (choice.kind()) {
            case INSTALLED -> Path.of(choice.value()).toAbsolutePath();
            case IMAGE -> throw new IllegalArgumentException("An image is no program of this machine: " + choice);
            case BUNDLED -> BundledMySql.of(choice.value()).unpack(folder.resolve("mysql"));
        };
        return at(home, SharedLibraries.ofThisSystem(folder.resolve("lib")));
    }

    static Distribution at(Path home, SharedLibraries libraries) {
        for (String each : List.of("bin/mysqld", "sbin/mysqld")) {
            Path mysqld = home.resolve(each);
            if (Files.isExecutable(mysqld)) {
                SharedLibraries.Loaded loaded = libraries.load(mysqld);
                return new Distribution(home, mysqld, ServerVersion.parse(loaded.output()), loaded.environment());
            }
        }
        throw new MySqlClusterException("No bin/mysqld in " + home + "; " + MySqlChoice.HOME_KEY
                + " must name the base directory of an installed MySQL, or be unset to use the bundled one");
    }
}
