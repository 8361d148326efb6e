package io.github.readyourwrites.replica;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells listeners what happened, on a thread of its own. Thread-safe; nobody who tells waits. */
final class ReplicaEvents {

    private static final Logger LOGGER = LoggerFactory.getLogger(ReplicaEvents.class);

    private static final int MOST_WAITING = 1000;

    private final BlockingQueue<Consumer<ReplicaListener>> waiting = new ArrayBlockingQueue<>(MOST_WAITING);

    /** Written under this. */
    private volatile @Nullable Thread thread;

    private volatile boolean dropping;

    /** Never throws, never blocks; without an open data source nobody is told. */
    void publish(Consumer<ReplicaListener> event) {
        if (thread == null) {
            return;
        }
        if (waiting.offer(event)) {
            dropping = false;
        } else if (!dropping) {
            dropping = true;
            LOGGER.warn("{} events wait for a listener that takes its time: further ones are dropped", MOST_WAITING);
        }
    }

    /** Idempotent. */
    synchronized void start() {
        if (thread == null) {
            waiting.clear();
            Thread started = new Thread(this::run, "ryw-events");
            started.setDaemon(true);
            thread = started;
            started.start();
        }
    }

    private void run() {
        List<ReplicaListener> services = new ArrayList<>();
        try {
            services.addAll(ReplicaHealth.services());
        } catch (RuntimeException | LinkageError | ServiceConfigurationError ex) {
            LOGGER.warn("listeners named by a service file are not told", ex);
        }
        while (thread == Thread.currentThread()) {
            try {
                Consumer<ReplicaListener> event = waiting.take();
                services.forEach(each -> tell(each, event));
                ReplicaHealth.listeners().forEach(each -> tell(each, event));
            } catch (InterruptedException ignored) {
                // By stop(), or by a listener: the loop condition tells which.
            }
        }
    }

    private static void tell(ReplicaListener listener, Consumer<ReplicaListener> event) {
        try {
            event.accept(listener);
        } catch (Throwable ex) {
            // Whatever it is, the others have to be told, of lost writes say.
            LOGGER.warn("{} threw", listener.getClass().getName(), ex);
        }
    }

    /**
     * Interrupts the thread. Does not block; idempotent.
     *
     * @return waits for the thread's end, three seconds at most; not under a lock that listeners may need
     */
    synchronized Runnable stop() {
        Thread ending = thread;
        thread = null;
        if (ending == null) {
            return () -> {};
        }
        ending.interrupt();
        return () -> {
            // A listener may be the one that closes the last data source.
            if (ending != Thread.currentThread()) {
                EndOfThreads.await(ending);
            }
        };
    }
}
