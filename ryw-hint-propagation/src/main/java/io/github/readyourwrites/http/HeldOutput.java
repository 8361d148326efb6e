package io.github.readyourwrites.http;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Bytes of a response, held back as long as it says so. Not thread-safe. */
final class HeldOutput extends ServletOutputStream {

    private final ServletOutputStream target;

    private final SessionResponse response;

    private final RequestSession session;

    private ByteArrayOutputStream bytes = new ByteArrayOutputStream(0);

    private boolean closed;

    HeldOutput(ServletOutputStream target, SessionResponse response, RequestSession session) {
        this.target = target;
        this.response = response;
        this.session = session;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        if (response.isWithinLimit((long) bytes.size() + length)) {
            if (!closed) {
                bytes.write(source, offset, length);
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
            target.flush();
        }
    }

    @Override
    public void close() throws IOException {
        if (response.isHeld()) {
            closed = true;
        } else {
            response.beforeCommit();
            target.close();
        }
    }

    @Override
    public boolean isReady() {
        return target.isReady();
    }

    /** Writing without blocking is the container's business: nothing is held back from here on. */
    @Override
    public void setWriteListener(WriteListener listener) {
        try {
            response.release(true);
        } catch (IOException ex) {
            listener.onError(ex);
            return;
        }
        target.setWriteListener(new SessionWriteListener(listener, session));
    }

    /** Whether there is nothing to pass on. */
    boolean isEmpty() {
        return bytes.size() == 0 && !closed;
    }

    void passOn() throws IOException {
        ByteArrayOutputStream held = bytes;
        bytes = new ByteArrayOutputStream(0);
        held.writeTo(target);
        if (closed) {
            target.close();
        }
    }

    void discard() {
        bytes = new ByteArrayOutputStream(0);
        closed = false;
    }
}
