package io.github.readyourwrites.it.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A real Redis 6.2 in a folder of its own, and faults to order. It ends with {@link #close()}, at the latest with the JVM. */
public final class RedisServerFixture implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;

    private final Path program;

    private final int port;

    private final List<String> options;

    private final Thread hook = new Thread(this::end);

    private Process process;

    private RedisServerFixture(Path folder, List<String> options) throws IOException {
        this.folder = folder;
        this.options = options;
        program = unpack(folder);
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        process = launch();
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Starts a server that keeps nothing on disk; {@code options} are of its command line, {@code PORT} in them its port. */
    public static RedisServerFixture start(String... options) throws IOException {
        RedisServerFixture result = new RedisServerFixture(Files.createTempDirectory("ryw-redis-"), List.of(options));
        result.awaitAnswer();
        return result;
    }

    private static Path unpack(Path folder) throws IOException {
        String name = System.getProperty("os.arch").equals("aarch64")
                ? "/redis-server-6.2.7-linux-arm64"
                : "/redis-server-6.2.6-v5-linux-amd64";
        Path result = folder.resolve("redis-server");
        try (InputStream in = RedisServerFixture.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("no " + name + " on the class path");
            }
            Files.copy(in, result, StandardCopyOption.REPLACE_EXISTING);
        }
        if (!result.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + result + " executable");
        }
        return result;
    }

    private Process launch() throws IOException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        Path configuration = folder.resolve("redis.conf");
        Files.writeString(configuration, "");
        command.add(configuration.toString());
        command.addAll(List.of("--port", String.valueOf(port), "--bind", "127.0.0.1", "--dir", folder.toString()));
        command.addAll(List.of("--save", "", "--appendonly", "no"));
        options.forEach(each -> command.add(each.replace("PORT", String.valueOf(port))));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    private void awaitAnswer() {
        Awaitility.await()
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> call(RedisCommands::ping).equals("PONG"));
    }

    public int port() {
        return port;
    }

    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    /** Runs one command on a connection of its own. */
    public <T> T call(Function<RedisCommands<String, String>, T> command) {
        RedisClient client = RedisClient.create(RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(port)
                .withTimeout(PATIENCE)
                .build());
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            return command.apply(connection.sync());
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }

    public void flush() {
        call(RedisCommands::flushall);
    }

    /** It hangs until {@link #thaw}. */
    public void freeze() {
        signal("STOP");
    }

    public void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        } catch (InterruptedException ex) {
            throw new IllegalStateException("nobody interrupts tests", ex);
        }
    }

    /** It is gone at once, with all that is not on disk. */
    public void kill() {
        destroy();
    }

    /** Comes back with what is on disk. */
    public void restart() throws IOException {
        process = launch();
        awaitAnswer();
    }

    private void destroy() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private void end() {
        destroy();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void close() {
        if (Runtime.getRuntime().removeShutdownHook(hook)) {
            end();
        }
    }
}
