package io.github.readyourwrites.examples.cache;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real Redis in a folder of its own, which ends with {@link #close()}, at the latest with the JVM. */
final class RedisProcess implements AutoCloseable {

    private final Path folder = Files.createTempDirectory("ryw-cache-");

    private final Process process;

    private final RedisClient client;

    private final Thread hook;

    RedisProcess() throws IOException, InterruptedException {
        Path program = folder.resolve("redis-server");
        String name = System.getProperty("os.arch").equals("aarch64")
                ? "/redis-server-6.2.7-linux-arm64"
                : "/redis-server-6.2.6-v5-linux-amd64";
        try (InputStream in = RedisProcess.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("no " + name + " on the class path");
            }
            Files.copy(in, program, StandardCopyOption.REPLACE_EXISTING);
        }
        if (!program.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + program + " executable");
        }
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        process = new ProcessBuilder(
                        program.toString(), "--port", String.valueOf(port), "--bind", "127.0.0.1", "--save", "")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        hook = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(hook);
        awaitStart();
        client = RedisClient.create(RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(port)
                .withTimeout(Duration.ofMinutes(1))
                .build());
    }

    private void awaitStart() throws IOException, InterruptedException {
        Path log = folder.resolve("log");
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!Files.readString(log).contains("Ready to accept connections")) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                process.destroyForcibly();
                throw new IOException("Redis did not start: " + Files.readString(log));
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    /** A connection of its own, as another instance has. */
    RedisCommands<String, String> connect() {
        return client.connect().sync();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        process.destroyForcibly();
        process.waitFor(10, TimeUnit.SECONDS);
        Runtime.getRuntime().removeShutdownHook(hook);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
