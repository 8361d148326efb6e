package io.github.readyourwrites.prove;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** What runs in the other JVM: takes orders, a line each, and ends when there are no more. */
public final class InstanceMain {

    static final String READY = "ready";

    static final String BEGIN = "begin";

    static final String LETTER = "letter";

    static final String COUNTS = "counts";

    static final String ENDED = "ended";

    static final String SETTLE = "settle";

    static final String SETTLED = "settled";

    static final String FAILED = "failed";

    private final PrintStream answers;

    private InstanceMain(PrintStream answers) {
        this.answers = answers;
    }

    /** The argument is the file with the plan. */
    public static void main(String[] arguments) throws IOException {
        InstanceMain main = new InstanceMain(System.out);
        System.setOut(System.err);
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
        try (Instance instance =
                Instance.open(Plan.load(Path.of(arguments[0])), each -> main.say(LETTER + " " + each.toLine()))) {
            main.say(READY);
            threads.scheduleAtFixedRate(
                    () -> main.say(COUNTS + " " + instance.counts().toLine()), 1, 1, TimeUnit.SECONDS);
            for (String line = orders.readLine(); line != null; line = orders.readLine()) {
                main.obey(instance, line, threads);
            }
        } catch (Exception ex) {
            main.fail(ex);
        }
        threads.shutdownNow();
        System.exit(0);
    }

    private void obey(Instance instance, String line, ScheduledExecutorService threads) {
        String[] parts = line.split(" ", 2);
        switch (parts[0]) {
            case BEGIN -> {
                instance.begin(Long.parseLong(parts[1]));
                threads.execute(() -> {
                    try {
                        instance.awaitEnd();
                        say(COUNTS + " " + instance.counts().toLine());
                        say(ENDED);
                    } catch (Exception ex) {
                        fail(ex);
                    }
                });
            }
            case LETTER -> instance.deliver(Letter.parse(parts[1]));
            case SETTLE -> {
                try {
                    instance.settle();
                    say(SETTLED);
                } catch (Exception ex) {
                    fail(ex);
                }
            }
            default -> throw new IllegalArgumentException(line);
        }
    }

    private void fail(Exception failure) {
        say(FAILED + " " + failure.toString().replace('\n', ' '));
    }

    private synchronized void say(String line) {
        answers.println(line);
        answers.flush();
    }
}
