package io.github.readyourwrites.http;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * A response that holds its content back until the request has ended, or more has come than it may hold, or the application
 * flushes it; and that carries the session's token before the container may commit it. As thread-safe as any response: not.
 */
final class SessionResponse extends HttpServletResponseWrapper {

    private final RequestSession session;

    private final boolean holdsFlushes;

    private int limit;

    private volatile boolean held = true;

    private @Nullable HeldOutput output;

    private @Nullable HeldWriter heldWriter;

    private @Nullable PrintWriter writer;

    SessionResponse(HttpServletResponse response, FilterSettings settings, RequestSession session) {
        super(response);
        this.session = session;
        limit = settings.bufferBytes();
        holdsFlushes = settings.holdFlushes();
    }

    boolean isHeld() {
        return held;
    }

    /** Whether so much content is held back on the application's demand or ours. */
    boolean isWithinLimit(long size) {
        return held && size <= limit;
    }

    /** Whether a flush is put off. */
    boolean putsOffFlush() {
        return held && holdsFlushes;
    }

    /** The container may commit the response now. */
    void beforeCommit() {
        session.sendToken(true);
    }

    /** The application flushes: nothing is held back from now on, and the container may commit the response. */
    void releaseForFlush() throws IOException {
        if (held) {
            release(true);
        } else {
            beforeCommit();
        }
    }

    /** Passes on what was held back, and from now on everything at once. */
    void release(boolean unfinished) throws IOException {
        if (!held) {
            return;
        }
        session.sendToken(unfinished);
        held = false;
        if (output != null) {
            output.passOn();
        }
        if (heldWriter != null) {
            heldWriter.passOn();
        }
    }

    /** Holds back again what is still to come. */
    void hold() {
        held = !isCommitted();
    }

    /** Whether nothing is held back. */
    boolean isEmpty() {
        return (output == null || output.isEmpty()) && (heldWriter == null || heldWriter.isEmpty());
    }

    /** Forgets what is held back. */
    void discard() {
        if (output != null) {
            output.discard();
        }
        if (heldWriter != null) {
            heldWriter.discard();
        }
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        HeldOutput result = output;
        if (result == null) {
            result = new HeldOutput(super.getOutputStream(), this, session);
            output = result;
        }
        return result;
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        PrintWriter result = writer;
        if (result == null) {
            // The container's own: it settles encoding and content type now.
            heldWriter = new HeldWriter(super.getWriter(), this);
            result = new PrintWriter(heldWriter);
            writer = result;
        }
        return result;
    }

    @Override
    public void setBufferSize(int size) {
        super.setBufferSize(size);
        limit = Math.max(limit, size);
    }

    @Override
    public void flushBuffer() throws IOException {
        if (!putsOffFlush()) {
            releaseForFlush();
            super.flushBuffer();
        }
    }

    /**
     * A forward begins so, at whose end Tomcat takes no more content: nothing is held back from here on. Nor does it take
     * headers then, so this is the last moment for the token.
     */
    @Override
    public void resetBuffer() {
        super.resetBuffer();
        discard();
        try {
            release(true);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void reset() {
        super.reset();
        output = null;
        heldWriter = null;
        writer = null;
        session.headersGone();
        if (!held) {
            beforeCommit();
        }
    }

    @Override
    public void sendError(int status) throws IOException {
        endsHere();
        super.sendError(status);
    }

    @Override
    public void sendError(int status, String message) throws IOException {
        endsHere();
        super.sendError(status, message);
    }

    @Override
    public void sendRedirect(String location) throws IOException {
        endsHere();
        super.sendRedirect(location);
    }

    @Override
    public void sendRedirect(String location, int status, boolean clearBuffer) throws IOException {
        if (clearBuffer) {
            endsHere();
        } else {
            release(false);
        }
        super.sendRedirect(location, status, clearBuffer);
    }

    /** What was to be the content is replaced. The request is expected to write no more. */
    private void endsHere() {
        if (!isCommitted()) {
            discard();
            session.sendToken(false);
        }
    }
}
