package io.github.readyourwrites.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files that a benchmark leaves: text in {@code benchmarks/target}, plots there too, or in the folder that the
 * environment variable {@code RYW_PLOTS} names.
 */
public final class Report {

    private static final Path TEXTS = Path.of("benchmarks", "target");

    private static final Path PLOTS = Path.of(System.getenv().getOrDefault("RYW_PLOTS", TEXTS.toString()));

    private Report() {}

    /** Writes a file of text, and tells where it is. */
    public static void text(String name, String content) throws IOException {
        write(TEXTS.resolve(name), content);
    }

    /** Writes a plot, and tells where it is. */
    public static void plot(String name, String svg) throws IOException {
        write(PLOTS.resolve(name), svg);
    }

    private static void write(Path file, String content) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, content);
        System.err.println("wrote " + file);
    }
}
