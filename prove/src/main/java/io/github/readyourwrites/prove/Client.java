package io.github.readyourwrites.prove;

import io.github.readyourwrites.prove.history.Handover;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.RywSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.function.BooleanSupplier;

/** One thread of an application: takes one turn after the other until it is told to stop. */
final class Client implements Runnable {

    private static final int SESSIONS = 32;

    private final Workplace place;

    private final Statements statements;

    private final Registers registers;

    private final ConsistencyLevel level;

    private final ExecutorService tasks;

    private final Random random;

    private final BooleanSupplier stopped;

    private final String name;

    private int tokens;

    /**
     * A client of this name.
     *
     * @param tasks runs what clients hand over
     */
    Client(String name, Workplace place, ExecutorService tasks, Random random, BooleanSupplier stopped) {
        this.name = name;
        this.place = place;
        statements = place.statements();
        registers = place.registers();
        level = place.level();
        this.tasks = tasks;
        this.random = random;
        this.stopped = stopped;
    }

    @Override
    public void run() {
        while (!stopped.getAsBoolean()) {
            Turn turn = Turn.of(random.nextInt(Turn.choices()));
            try {
                place.pace().await(turn.reads());
                take(turn);
            } catch (SQLException | ExecutionException | RuntimeException ex) {
                place.journal().failed(ex);
            } catch (InterruptedException ex) {
                throw new IllegalStateException("nobody interrupts this thread", ex);
            }
        }
    }

    private void take(Turn turn) throws SQLException, ExecutionException, InterruptedException {
        String session = "s" + random.nextInt(SESSIONS);
        int key = random.nextInt(registers.keys());
        switch (turn) {
            case WRITE_THEN_READ -> {
                try (Visit ignored = place.visit(session)) {
                    statements.write(session, key, registers.newVersion());
                }
                readInSession(session, key, turn.reads());
            }
            case READ_AGAIN -> readInSession(session, key, turn.reads());
            case TRANSACTION -> transaction(session, key);
            case OUTLIVING_TRANSACTION -> outlivingTransaction(session, key);
            case READ_ONLY_TRANSACTION -> readOnlyTransaction(session, key);
            case NO_OP_UPDATE -> noOpUpdate(session, key);
            case NO_OP_INSERT -> {
                try (Visit ignored = place.visit(session)) {
                    statements.insertIgnoring(session, key);
                    statements.read(session, key, level);
                }
            }
            case DUPLICATE -> {
                try (Visit ignored = place.visit(session)) {
                    statements.meetDuplicate(session, key);
                    statements.read(session, key, level);
                }
            }
            case TOKEN -> token(session, key);
            case FOREIGN_TOKEN -> foreignToken(key);
            case TASK -> task(session, key);
            case SESSIONLESS -> {
                statements.write("", key, registers.newVersion());
                statements.read("", key, level);
                readInSession(session, key, 1);
            }
            case LEVELS -> levels(session, key);
        }
    }

    private void readInSession(String session, int key, int times) throws SQLException {
        for (int i = 0; i < times; i++) {
            try (Visit ignored = place.visit(session)) {
                statements.read(session, key, level);
            }
        }
    }

    private void transaction(String session, int key) throws SQLException {
        try (Visit ignored = place.visit(session);
                Connection connection = statements.connect()) {
            connection.setAutoCommit(false);
            long version = registers.newVersion();
            statements.write(connection, session, key, version, () -> {
                statements.readOwn(connection, session, key, level, version);
                connection.commit();
            });
        }
        readInSession(session, key, 1);
    }

    private void outlivingTransaction(String session, int key) throws SQLException {
        try (Connection connection = statements.connect();
                Visit visit = place.visit(session)) {
            connection.setAutoCommit(false);
            statements.write(connection, session, key, registers.newVersion(), () -> {
                visit.close();
                connection.commit();
            });
        }
        readInSession(session, key, 1);
    }

    private void readOnlyTransaction(String session, int key) throws SQLException {
        try (Visit ignored = place.visit(session)) {
            statements.write(session, key, registers.newVersion());
            try (Connection connection = statements.connect()) {
                connection.setAutoCommit(false);
                long begin = System.nanoTime();
                statements.read(connection, session, key, level, begin);
                statements.read(connection, session, key, level, begin);
                connection.commit();
            }
        }
    }

    private void noOpUpdate(String session, int key) throws SQLException {
        long version = registers.newVersion();
        String other = session + "-other";
        try (Visit ignored = place.visit(other)) {
            statements.write(other, key, version);
        }
        try (Visit ignored = place.visit(session)) {
            statements.write(session, key, version);
            statements.read(session, key, level);
        }
    }

    private void token(String session, int key) throws SQLException {
        Letter letter;
        try (Visit visit = place.visit(session)) {
            statements.write(session, key, registers.newVersion());
            long taken = System.nanoTime();
            letter = new Letter(place.instance(), session, taken, visit.token());
        }
        place.mailbox().send(letter);
        resume(letter, key);
    }

    private void foreignToken(int key) throws SQLException {
        Letter letter = place.mailbox().poll();
        if (letter != null) {
            resume(letter, key);
        }
    }

    private void resume(Letter letter, int key) throws SQLException {
        String receiver = name + "-token-" + tokens++;
        try (RywSession ignored = RywSession.resume(letter.token())) {
            place.journal()
                    .add(new Handover(
                            letter.fromInstance(),
                            letter.fromSession(),
                            place.instance(),
                            receiver,
                            letter.takenNanos(),
                            System.nanoTime()));
            statements.read(receiver, key, level);
        }
    }

    private void task(String session, int key) throws SQLException, ExecutionException, InterruptedException {
        try (Visit ignored = place.visit(session)) {
            tasks.submit(() -> {
                        statements.write(session, key, registers.newVersion());
                        return null;
                    })
                    .get();
            statements.read(session, key, level);
        }
    }

    private void levels(String session, int key) throws SQLException {
        for (ConsistencyLevel each : ConsistencyLevel.values()) {
            try (Visit ignored = place.visit(session).require(each)) {
                statements.read(session, key, each);
            }
        }
        try (Visit ignored = place.visit(session)) {
            statements.readFromPrimary(session, key);
        }
    }
}
