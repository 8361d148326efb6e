package io.github.readyourwrites.prove;

import io.github.readyourwrites.session.ConsistencyLevel;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * What one JVM is to do.
 *
 * @param instance its name
 * @param index its number among all
 * @param yaml of its data source
 * @param history the file where its events go
 * @param shared whether other JVMs have the same sessions
 * @param epochNanos when versions began, on the clock of all JVMs
 */
record Plan(
        String instance,
        int index,
        int instances,
        String yaml,
        Path history,
        Strategy strategy,
        ConsistencyLevel level,
        boolean shared,
        int clients,
        int keys,
        long seed,
        int readsPerSecond,
        long epochNanos) {

    void store(Path file) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("instance", instance);
        properties.setProperty("index", String.valueOf(index));
        properties.setProperty("instances", String.valueOf(instances));
        properties.setProperty("yaml", yaml);
        properties.setProperty("history", history.toString());
        properties.setProperty("strategy", strategy.name());
        properties.setProperty("level", level.name());
        properties.setProperty("shared", String.valueOf(shared));
        properties.setProperty("clients", String.valueOf(clients));
        properties.setProperty("keys", String.valueOf(keys));
        properties.setProperty("seed", String.valueOf(seed));
        properties.setProperty("reads-per-second", String.valueOf(readsPerSecond));
        properties.setProperty("epoch", String.valueOf(epochNanos));
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        }
    }

    static Plan load(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return new Plan(
                properties.getProperty("instance"),
                Integer.parseInt(properties.getProperty("index")),
                Integer.parseInt(properties.getProperty("instances")),
                properties.getProperty("yaml"),
                Path.of(properties.getProperty("history")),
                Strategy.valueOf(properties.getProperty("strategy")),
                ConsistencyLevel.valueOf(properties.getProperty("level")),
                Boolean.parseBoolean(properties.getProperty("shared")),
                Integer.parseInt(properties.getProperty("clients")),
                Integer.parseInt(properties.getProperty("keys")),
                Long.parseLong(properties.getProperty("seed")),
                Integer.parseInt(properties.getProperty("reads-per-second")),
                Long.parseLong(properties.getProperty("epoch")));
    }
}
