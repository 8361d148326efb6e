package io.github.readyourwrites.it.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.readyourwrites.it.redis.Instance.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;

/** What runs in the other JVM: reads a YAML and then orders, a line each; ends when there are no more. */
public final class InstanceMain {

    /** What a line of answer begins with; others are of the log. */
    static final String ANSWER = "answer";

    private static final String STARTED = "0";

    private InstanceMain() {}

    /** The first argument is the number of threads. */
    public static void main(String[] arguments) throws IOException {
        PrintStream answers = System.out;
        System.setOut(System.err);
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        String yaml = String.valueOf(orders.readLine()).replace("\\n", "\n");
        try (LocalInstance instance = new LocalInstance(yaml, Integer.parseInt(arguments[0]))) {
            answer(answers, STARTED, new Outcome(0, true, ""));
            for (String line = orders.readLine(); line != null; line = orders.readLine()) {
                String[] parts = line.split(" ", -1);
                obey(instance, parts[1], parts[2], Integer.parseInt(parts[3]))
                        .thenAccept(outcome -> answer(answers, parts[0], outcome));
            }
        } catch (SQLException | RuntimeException ex) {
            answer(answers, STARTED, new Outcome(-1, false, ex.toString()));
        }
    }

    private static CompletableFuture<Outcome> obey(Instance instance, String verb, String session, int row) {
        return switch (verb) {
            case "write" -> instance.write(session, row);
            case "outlive" -> instance.writeOutliving(session, row);
            case "read" -> instance.read(session, row);
            case "failed" -> instance.failedSaves();
            default -> throw new IllegalArgumentException(verb);
        };
    }

    private static void answer(PrintStream answers, String number, Outcome outcome) {
        String line = String.join(
                " ",
                ANSWER,
                number,
                String.valueOf(outcome.value()),
                String.valueOf(outcome.saved()),
                outcome.reason().replace('\n', ' '));
        synchronized (answers) {
            answers.println(line);
            answers.flush();
        }
    }
}
