package io.github.readyourwrites.prove;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tokens that one JVM sends, and those that it was sent. Thread-safe, never blocks on what comes in. */
final class Mailbox {

    private static final int CAPACITY = 100;

    private final BlockingQueue<Letter> received = new LinkedBlockingQueue<>(CAPACITY);

    private final Consumer<Letter> sender;

    Mailbox(Consumer<Letter> sender) {
        this.sender = sender;
    }

    void send(Letter letter) {
        sender.accept(letter);
    }

    /** What comes faster than it is read is lost. */
    void deliver(Letter letter) {
        received.offer(letter);
    }

    /** The next one, null if there is none. */
    @Nullable
    Letter poll() {
        return received.poll();
    }
}
