package io.github.readyourwrites.http;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/** Characters of a response, held back as long as it says so. Not thread-safe. */
final class HeldWriter extends Writer {

    private final PrintWriter target;

    private final SessionResponse response;

    private StringBuilder text = new StringBuilder(0);

    private boolean closed;

    HeldWriter(PrintWriter target, SessionResponse response) {
        this.target = target;
        this.response = response;
    }

    @Override
    public void write(char[] source, int offset, int length) throws IOException {
        if (response.isWithinLimit((long) text.length() + length)) {
            if (!closed) {
                text.append(source, offset, length);
            }
            return;
        }
        response.release(true);
        target.write(source, offset, length);
    }

    @Override
    public void flush() throws IOException {
        if (!response.putsOffFlush()) {
            response.releaseForFlush();
            if (target.checkError()) {
                throw new IOException("the response cannot be written");
            }
        }
    }

    @Override
    public void close() {
        if (response.isHeld()) {
            closed = true;
        } else {
            response.beforeCommit();
            target.close();
        }
    }

    /** Whether there is nothing to pass on. */
    boolean isEmpty() {
        return text.isEmpty() && !closed;
    }

    void passOn() {
        StringBuilder held = text;
        text = new StringBuilder(0);
        target.append(held);
        if (closed) {
            target.close();
        }
    }

    void discard() {
        text = new StringBuilder(0);
        closed = false;
    }
}
