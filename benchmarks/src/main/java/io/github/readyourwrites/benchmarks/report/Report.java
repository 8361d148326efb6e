package io.github.readyourwrites.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files that a benchmark leaves: text in {@code benchmarks/target}, plots there or where {@code bench.plots} says. */
public final class Report {

    private static final Path TEXTS = Path.of("benchmarks", "target");

    private static final Path PLOTS = Path.of(System.getProperty("bench.plots", TEXTS.toString()));

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
