package io.github.readyourwrites.testcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lets {@code mysqld} find the shared libraries that it needs, or says which command installs them.
 *
 * <p>Newer Debian and Ubuntu releases name the file of {@code libaio.so.1} {@code libaio.so.1t64}: it gets its old name
 * back by a symbolic link in a private folder.
 *
 * @param links the private folder for such links
 * @param places the folders in which the system keeps its libraries
 * @param osRelease the text of {@code /etc/os-release}, empty where there is none
 */
record SharedLibraries(Path links, List<Path> places, String osRelease) {

    private static final String SEARCH_PATH = "LD_LIBRARY_PATH";
    private static final Pattern LOADER_MESSAGE =
            Pattern.compile("error while loading shared libraries: ([^:\\s]+): cannot open shared object file");
    /** Debian 13 and Ubuntu 24.04 are the first releases with packages whose names end in t64. */
    private static final Pattern T64_RELEASE =
            Pattern.compile("(?m)^VERSION_ID=\"?((1[3-9]|[2-9]\\d)\"?$|(2[4-9]|[3-9]\\d)\\.)");

    SharedLibraries {
        places = List.copyOf(places);
    }

    /** What a program printed, and the environment in which it ran. */
    record Loaded(String output, Map<String, String> environment) {}

    static SharedLibraries ofThisSystem(Path links) {
        Path osRelease = Path.of("/etc/os-release");
        try {
            return new SharedLibraries(
                    links,
                    List.of(
                            Path.of("/lib/x86_64-linux-gnu"),
                            Path.of("/usr/lib/x86_64-linux-gnu"),
                            Path.of("/lib/aarch64-linux-gnu"),
                            Path.of("/usr/lib/aarch64-linux-gnu"),
                            Path.of("/usr/lib64"),
                            Path.of("/usr/lib")),
                    Files.isReadable(osRelease) ? Files.readString(osRelease) : "");
        } catch (IOException ex) {
            throw new UncheckedIOException("Cannot read " + osRelease, ex);
        }
    }

    /** Runs {@code mysqld --version}, which needs every library that the server needs. */
    Loaded load(Path mysqld) {
        Map<String, String> environment = Map.of();
        while (true) {
            Shell.Outcome outcome = Shell.run(environment, mysqld.toString(), "--no-defaults", "--version");
            if (outcome.exitCode() == 0) {
                return new Loaded(outcome.output(), environment);
            }
            Matcher matcher = LOADER_MESSAGE.matcher(outcome.output());
            if (!matcher.find()) {
                throw new MySqlClusterException(mysqld + " does not run: " + outcome.output());
            }
            String library = matcher.group(1);
            if (!environment.isEmpty() || !link(library)) {
                throw new MySqlClusterException(
                        "mysqld needs the shared library " + library + "; install it with: " + remedy());
            }
            String inherited = System.getenv().getOrDefault(SEARCH_PATH, "");
            environment = Map.of(SEARCH_PATH, inherited.isEmpty() ? links.toString() : links + ":" + inherited);
        }
    }

    private boolean link(String library) {
        try {
            for (Path each : places) {
                Path candidate = each.resolve(library + "t64");
                if (Files.exists(candidate)) {
                    Files.createDirectories(links);
                    Files.createSymbolicLink(links.resolve(library), candidate);
                    return true;
                }
            }
            return false;
        } catch (IOException ex) {
            throw new UncheckedIOException("Cannot link " + library + " in " + links, ex);
        }
    }

    /** The one command that installs the libraries on this system. */
    private String remedy() {
        String system = osRelease.toLowerCase(Locale.ROOT);
        if (system.contains("rhel") || system.contains("fedora") || system.contains("centos")) {
            return "dnf install -y libaio numactl-libs";
        }
        String libaio = T64_RELEASE.matcher(osRelease).find() ? "libaio1t64" : "libaio1";
        return "apt-get update && apt-get install -y " + libaio + " libnuma1";
    }
}
