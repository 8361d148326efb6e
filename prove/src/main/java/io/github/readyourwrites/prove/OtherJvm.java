package io.github.readyourwrites.prove;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** A member in a JVM of its own, told by lines what to do. It ends with {@link #close()}, or with this JVM. */
final class OtherJvm implements Member {

    private final Process process;

    private final PrintStream orders;

    private final Consumer<Letter> sender;

    private final CompletableFuture<Void> ready = new CompletableFuture<>();

    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private final CompletableFuture<Void> settled = new CompletableFuture<>();

    private volatile Counts counts = Counts.NONE;

    private OtherJvm(Process process, Consumer<Letter> sender) {
        this.process = process;
        this.sender = sender;
        orders = new PrintStream(process.getOutputStream(), false, UTF_8);
        Thread reader = new Thread(this::listen, "other-jvm");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts a JVM with the class path of this one, and waits until its data source is open.
     *
     * @param file for the plan
     * @param sender takes tokens for other members
     */
    static OtherJvm start(Plan plan, Path file, Consumer<Letter> sender) throws IOException, InterruptedException {
        plan.store(file);
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path", ""));
        OtherJvm result = new OtherJvm(
                new ProcessBuilder(List.of(
                                System.getProperty("java.home") + "/bin/java",
                                "-Xmx512m",
                                "-XX:+UseSerialGC",
                                "-cp",
                                classPath,
                                InstanceMain.class.getName(),
                                file.toString()))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start(),
                sender);
        try {
            result.ready.get(5, TimeUnit.MINUTES);
            return result;
        } catch (ExecutionException | TimeoutException ex) {
            result.close();
            throw new IOException("The other JVM does not start", ex);
        }
    }

    private void listen() {
        try (BufferedReader lines = process.inputReader(UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                hear(line);
            }
        } catch (IOException ignored) {
            // the process has ended
        }
        fail("the other JVM has ended");
    }

    private void hear(String line) {
        String[] parts = line.split(" ", 2);
        switch (parts[0]) {
            case InstanceMain.READY -> ready.complete(null);
            case InstanceMain.COUNTS -> counts = Counts.parse(parts[1]);
            case InstanceMain.LETTER -> sender.accept(Letter.parse(parts[1]));
            case InstanceMain.ENDED -> ended.complete(null);
            case InstanceMain.SETTLED -> settled.complete(null);
            default -> fail(line);
        }
    }

    private void fail(String reason) {
        List.of(ready, ended, settled).forEach(each -> each.completeExceptionally(new IOException(reason)));
    }

    private synchronized void order(String line) {
        orders.println(line);
        orders.flush();
    }

    @Override
    public void begin(long endNanos) {
        order(InstanceMain.BEGIN + " " + endNanos);
    }

    @Override
    public void deliver(Letter letter) {
        order(InstanceMain.LETTER + " " + letter.toLine());
    }

    @Override
    public Counts counts() {
        return counts;
    }

    @Override
    public void awaitEnd() throws ExecutionException, InterruptedException {
        ended.get();
    }

    @Override
    public void settle() throws ExecutionException, InterruptedException {
        order(InstanceMain.SETTLE);
        settled.get();
    }

    @Override
    public void close() {
        orders.close();
        try {
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException ex) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
