package io.github.readyourwrites.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One page of results in Markdown, with its plots beside it: in {@code benchmarks/target}, or in the folder that the
 * environment variable {@code RYW_RESULTS} names. Confined to one thread.
 */
public final class Report {

    private static final Path TARGET = Path.of("benchmarks", "target");

    private static final Path FOLDER = Path.of(System.getenv().getOrDefault("RYW_RESULTS", TARGET.toString()));

    private final String name;

    private final StringBuilder text = new StringBuilder();

    /** A page called {@code name}.md; {@code versions} of what else took part. */
    public Report(String name, String title, String versions) {
        this.name = name;
        text.append("# ").append(title).append("\n\n");
        text.append("Made by `bin/bench ")
                .append(name)
                .append("`, which [performance.md](../performance.md) explains: ");
        text.append(Machine.describe()).append(versions).append(".\n");
    }

    /** Begins a part of the page. */
    public Report heading(String heading) {
        text.append("\n## ").append(heading).append('\n');
        return this;
    }

    /** Adds a table. */
    public Report table(Table table) {
        text.append('\n').append(table.toMarkdown());
        return this;
    }

    /** Writes a plot, and shows it on the page. */
    public Report plot(String file, String description, String svg) throws IOException {
        write(FOLDER.resolve(file), svg);
        text.append("\n![").append(description).append("](").append(file).append(")\n");
        return this;
    }

    /** Prints the page and writes it. */
    public void write() throws IOException {
        System.out.println(text);
        write(FOLDER.resolve(name + ".md"), text.toString());
    }

    /** Writes single values for other programs, always to {@code benchmarks/target}. */
    public static void values(String file, Table values) throws IOException {
        write(TARGET.resolve(file), values.toCsv());
    }

    private static void write(Path file, String content) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, content);
        System.err.println("wrote " + file);
    }
}
