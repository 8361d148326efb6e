package io.github.readyourwrites.testcluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Another stream whose every byte arrives late by the same time, as from far away: no byte delays the next, whatever is
 * under way is in memory. A stream that breaks looks like one that ends. For one reading thread.
 */
final class LateInputStream extends InputStream {

    private static final int CHUNK = 65_536;

    private final BlockingQueue<Chunk> underWay = new LinkedBlockingQueue<>();

    private ByteBuffer arrived = ByteBuffer.allocate(0);

    LateInputStream(InputStream source, long delayNanos) {
        Thread thread = new Thread(() -> receive(source, delayNanos), "late-input");
        thread.setDaemon(true);
        thread.start();
    }

    private void receive(InputStream source, long delayNanos) {
        byte[] buffer = new byte[CHUNK];
        int length;
        do {
            length = readOrEnd(source, buffer);
            ByteBuffer content = ByteBuffer.wrap(Arrays.copyOf(buffer, Math.max(0, length)));
            underWay.add(new Chunk(System.nanoTime() + delayNanos, content));
        } while (length >= 0);
    }

    private static int readOrEnd(InputStream source, byte[] buffer) {
        try {
            return source.read(buffer);
        } catch (IOException ignored) {
            return -1;
        }
    }

    @Override
    public int read() throws IOException {
        byte[] result = new byte[1];
        return read(result, 0, 1) < 0 ? -1 : result[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!arrived.hasRemaining()) {
            arrived = next();
        }
        int result = Math.min(length, arrived.remaining());
        arrived.get(target, offset, result);
        return result == 0 ? -1 : result;
    }

    private ByteBuffer next() throws IOException {
        try {
            Chunk result = underWay.take();
            for (long left = result.left(); left > 0; left = result.left()) {
                LockSupport.parkNanos(left);
            }
            if (!result.content().hasRemaining()) {
                // The end stays the end.
                underWay.add(result);
            }
            return result.content();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException().initCause(ex);
        }
    }

    /** The end of the stream if it was empty from the beginning. */
    private record Chunk(long dueNanos, ByteBuffer content) {

        private long left() {
            return dueNanos - System.nanoTime();
        }
    }
}
