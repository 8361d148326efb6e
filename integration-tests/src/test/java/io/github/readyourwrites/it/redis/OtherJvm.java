package io.github.readyourwrites.it.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The instance in a JVM of its own, told by lines what to do. It ends with {@link #close()}, or with the pipe. */
final class OtherJvm implements Instance, AutoCloseable {

    private final Process process;

    private final PrintStream orders;

    private final Map<Long, CompletableFuture<Outcome>> owed = new ConcurrentHashMap<>();

    private final AtomicLong numbers = new AtomicLong();

    private final CompletableFuture<Outcome> started = new CompletableFuture<>();

    private OtherJvm(String yaml, int threads) throws IOException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path", ""));
        process = new ProcessBuilder(List.of(
                        System.getProperty("java.home") + "/bin/java",
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        InstanceMain.class.getName(),
                        String.valueOf(threads)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        orders = new PrintStream(process.getOutputStream(), false, UTF_8);
        orders.println(yaml.replace("\n", "\\n"));
        orders.flush();
        owed.put(0L, started);
        Thread reader = new Thread(this::read, "other-jvm");
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts a JVM with the class path of this one, and waits until its data source is open. */
    static OtherJvm start(String yaml, int threads) throws IOException {
        OtherJvm result = new OtherJvm(yaml, threads);
        Outcome outcome = result.started.orTimeout(5, TimeUnit.MINUTES).join();
        if (outcome.isFailed()) {
            result.close();
            throw new IOException(outcome.reason());
        }
        return result;
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] parts = line.split(" ", 5);
                CompletableFuture<Outcome> answered =
                        parts[0].equals(InstanceMain.ANSWER) ? owed.remove(Long.valueOf(parts[1])) : null;
                if (answered != null) {
                    answered.complete(new Outcome(Long.parseLong(parts[2]), Boolean.parseBoolean(parts[3]), parts[4]));
                }
            }
        } catch (IOException ignored) {
            // the process has ended
        }
        owed.values().forEach(each -> each.complete(new Outcome(-1, false, "the other JVM has ended")));
    }

    private CompletableFuture<Outcome> order(String verb, String session, int row) {
        long number = numbers.incrementAndGet();
        CompletableFuture<Outcome> result = new CompletableFuture<>();
        owed.put(number, result);
        synchronized (orders) {
            orders.println(number + " " + verb + " " + session + " " + row);
            orders.flush();
        }
        return result;
    }

    @Override
    public CompletableFuture<Outcome> write(String session, int row) {
        return order("write", session, row);
    }

    @Override
    public CompletableFuture<Outcome> writeOutliving(String session, int row) {
        return order("outlive", session, row);
    }

    @Override
    public CompletableFuture<Outcome> read(String session, int row) {
        return order("read", session, row);
    }

    @Override
    public CompletableFuture<Outcome> failedSaves() {
        return order("failed", "-", 0);
    }

    @Override
    public void close() throws IOException {
        orders.close();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException ex) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
