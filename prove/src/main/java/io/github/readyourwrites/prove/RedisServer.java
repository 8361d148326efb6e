package io.github.readyourwrites.prove;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Redis 6.2 on the loopback address that keeps nothing on disk, and faults to order. It ends at the latest with the JVM. */
final class RedisServer implements AutoCloseable {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Path program;

    private final int port;

    private final Thread hook = new Thread(this::kill);

    private Process process;

    private RedisServer(Path program) throws IOException, InterruptedException {
        this.program = program;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        Runtime.getRuntime().addShutdownHook(hook);
        process = launch();
        awaitAnswer();
    }

    /** Unpacks a server into {@code folder}, which is there already, and starts it. */
    static RedisServer start(Path folder) throws IOException, InterruptedException {
        String name = System.getProperty("os.arch").equals("aarch64")
                ? "/redis-server-6.2.7-linux-arm64"
                : "/redis-server-6.2.6-v5-linux-amd64";
        Path program = folder.resolve("redis-server");
        try (InputStream in = RedisServer.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("no " + name + " on the class path");
            }
            Files.copy(in, program);
        }
        if (!program.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + program + " executable");
        }
        return new RedisServer(program);
    }

    private Process launch() throws IOException {
        return new ProcessBuilder(List.of(
                        program.toString(),
                        "--port",
                        String.valueOf(port),
                        "--bind",
                        "127.0.0.1",
                        "--save",
                        "",
                        "--appendonly",
                        "no"))
                .directory(program.resolveSibling(".").toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    String uri() {
        return "redis://127.0.0.1:" + port;
    }

    void flush() throws IOException {
        command("FLUSHALL");
    }

    /** It hangs until {@link #thaw}. */
    void freeze() throws IOException, InterruptedException {
        signal("STOP");
    }

    void thaw() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .start()
                .waitFor();
    }

    /** It is gone at once, with all that it had. */
    void kill() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    void restart() throws IOException, InterruptedException {
        process = launch();
        awaitAnswer();
    }

    private void awaitAnswer() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            try {
                command("PING");
                return;
            } catch (IOException ex) {
                if (System.nanoTime() - deadline >= 0) {
                    throw ex;
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
    }

    private void command(String name) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
            socket.setSoTimeout((int) TimeUnit.NANOSECONDS.toMillis(PATIENCE_NANOS));
            socket.getOutputStream().write((name + "\r\n").getBytes(US_ASCII));
            if (socket.getInputStream().read() != '+') {
                throw new IOException("Redis refuses " + name);
            }
        }
    }

    @Override
    public void close() {
        if (Runtime.getRuntime().removeShutdownHook(hook)) {
            kill();
        }
    }
}
