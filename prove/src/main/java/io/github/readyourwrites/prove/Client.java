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

    private static final int READS = 4;

    private final Statements statements;

    private final Registers registers;

    private final Journal journal;

    private final ExecutorService tasks;

    private final Random random;

    private final BooleanSupplier stopped;

    private final String name;

    private int tokens;

    Client(
            String name,
            Statements statements,
            Registers registers,
            Journal journal,
            ExecutorService tasks,
            Random random,
            BooleanSupplier stopped) {
        this.name = name;
        this.statements = statements;
        this.registers = registers;
        this.journal = journal;
        this.tasks = tasks;
        this.random = random;
        this.stopped = stopped;
    }

    @Override
    public void run() {
        while (!stopped.getAsBoolean()) {
            try {
                take(Turn.of(random.nextInt(Turn.choices())));
            } catch (SQLException | ExecutionException ex) {
                journal.failed();
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
                try (RywSession ignored = RywSession.open(session)) {
                    statements.write(session, key, registers.newVersion());
                }
                readInSession(session, key, READS);
            }
            case READ_AGAIN -> readInSession(session, key, READS);
            case TRANSACTION -> transaction(session, key);
            case OUTLIVING_TRANSACTION -> outlivingTransaction(session, key);
            case READ_ONLY_TRANSACTION -> readOnlyTransaction(session, key);
            case NO_OP_WRITE -> noOpWrite(session, key);
            case DUPLICATE -> {
                try (RywSession ignored = RywSession.open(session)) {
                    statements.meetDuplicate(session, key);
                    statements.read(session, key, ConsistencyLevel.SESSION);
                }
            }
            case TOKEN -> token(session, key);
            case TASK -> task(session, key);
            case SESSIONLESS -> {
                statements.write("", key, registers.newVersion());
                statements.read("", key, ConsistencyLevel.SESSION);
                readInSession(session, key, 1);
            }
            case LEVELS -> levels(session, key);
        }
    }

    private void readInSession(String session, int key, int times) throws SQLException {
        for (int i = 0; i < times; i++) {
            try (RywSession ignored = RywSession.open(session)) {
                statements.read(session, key, ConsistencyLevel.SESSION);
            }
        }
    }

    private void transaction(String session, int key) throws SQLException {
        long version = registers.newVersion();
        try (RywSession ignored = RywSession.open(session);
                Connection connection = statements.connect()) {
            connection.setAutoCommit(false);
            statements.write(connection, session, key, version, () -> {
                statements.read(connection, session, key, ConsistencyLevel.SESSION, System.nanoTime(), version);
                connection.commit();
            });
        }
        readInSession(session, key, 1);
    }

    private void outlivingTransaction(String session, int key) throws SQLException {
        try (Connection connection = statements.connect()) {
            connection.setAutoCommit(false);
            RywSession open = RywSession.open(session);
            try {
                statements.write(connection, session, key, registers.newVersion(), () -> {
                    open.close();
                    connection.commit();
                });
            } finally {
                open.close();
            }
        }
        readInSession(session, key, 1);
    }

    private void readOnlyTransaction(String session, int key) throws SQLException {
        try (RywSession ignored = RywSession.open(session)) {
            statements.write(session, key, registers.newVersion());
            try (Connection connection = statements.connect()) {
                connection.setAutoCommit(false);
                long begin = System.nanoTime();
                statements.read(connection, session, key, ConsistencyLevel.SESSION, begin, 0);
                statements.read(connection, session, key, ConsistencyLevel.SESSION, begin, 0);
                connection.commit();
            }
        }
    }

    private void noOpWrite(String session, int key) throws SQLException {
        // Older than what somebody else has written, or will have when this gets there.
        long version = registers.newVersion();
        try (RywSession ignored = RywSession.open(session + "-other")) {
            statements.write(session + "-other", key, registers.newVersion());
        }
        try (RywSession ignored = RywSession.open(session)) {
            statements.write(session, key, version);
            statements.read(session, key, ConsistencyLevel.SESSION);
        }
    }

    private void token(String session, int key) throws SQLException {
        String token;
        long taken;
        try (RywSession open = RywSession.open(session)) {
            statements.write(session, key, registers.newVersion());
            taken = System.nanoTime();
            token = open.token();
        }
        String receiver = name + "-token-" + tokens++;
        try (RywSession ignored = RywSession.resume(token)) {
            journal.add(new Handover(
                    statements.instance(),
                    session,
                    statements.instance(),
                    receiver,
                    taken,
                    System.nanoTime(),
                    "token"));
            statements.read(receiver, key, ConsistencyLevel.SESSION);
        }
    }

    private void task(String session, int key) throws SQLException, ExecutionException, InterruptedException {
        try (RywSession ignored = RywSession.open(session)) {
            tasks.submit(() -> {
                        statements.write(session, key, registers.newVersion());
                        return null;
                    })
                    .get();
            statements.read(session, key, ConsistencyLevel.SESSION);
        }
    }

    private void levels(String session, int key) throws SQLException {
        ConsistencyLevel[] levels = ConsistencyLevel.values();
        ConsistencyLevel level = levels[random.nextInt(levels.length)];
        try (RywSession ignored = RywSession.open(session).require(level)) {
            statements.read(session, key, level);
        }
        try (RywSession.PrimaryScope ignored = RywSession.readFromPrimary()) {
            statements.read("", key, ConsistencyLevel.STRONG);
        }
    }
}
