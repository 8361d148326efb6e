package io.github.readyourwrites.prove;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;

/** All members: the first is in this JVM, each other one in a JVM of its own. */
final class Crew implements AutoCloseable {

    private final List<Member> members = new CopyOnWriteArrayList<>();

    private final List<Path> histories = new ArrayList<>();

    private Counts last = Counts.NONE;

    /** Starts them all; {@code folder} is for what other JVMs are told. */
    Crew(List<Plan> plans, Path folder) throws IOException, SQLException, InterruptedException {
        try {
            for (Plan each : plans) {
                int index = each.index();
                histories.add(each.history());
                members.add(
                        index == 0
                                ? Instance.open(each, letter -> deliver(letter, index))
                                : OtherJvm.start(
                                        each,
                                        folder.resolve("plan-" + each.instance()),
                                        letter -> deliver(letter, index)));
            }
        } catch (IOException | SQLException | InterruptedException | RuntimeException ex) {
            close();
            throw ex;
        }
    }

    private void deliver(Letter letter, int from) {
        for (int i = 0; i < members.size(); i++) {
            if (i != from) {
                members.get(i).deliver(letter);
            }
        }
    }

    void begin(long endNanos) throws IOException {
        for (Member each : members) {
            each.begin(endNanos);
        }
    }

    Counts counts() {
        return members.isEmpty() ? last : members.stream().map(Member::counts).reduce(Counts.NONE, Counts::plus);
    }

    void awaitEnd() throws ExecutionException, InterruptedException {
        for (Member each : members) {
            each.awaitEnd();
        }
    }

    void settle() throws IOException, ExecutionException, InterruptedException {
        for (Member each : members) {
            each.settle();
        }
    }

    /** Complete once this is closed. */
    List<Path> histories() {
        return List.copyOf(histories);
    }

    @Override
    public void close() throws IOException, SQLException {
        last = counts();
        for (int i = members.size() - 1; i >= 0; i--) {
            members.remove(i).close();
        }
    }
}
