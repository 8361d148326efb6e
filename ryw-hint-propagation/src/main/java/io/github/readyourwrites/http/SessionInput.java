package io.github.readyourwrites.http;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;

/** The container's stream, whose listener is called back in the request's session. As thread-safe as that: not. */
final class SessionInput extends ServletInputStream {

    private final ServletInputStream target;

    private final RequestSession session;

    SessionInput(ServletInputStream target, RequestSession session) {
        this.target = target;
        this.session = session;
    }

    @Override
    public void setReadListener(ReadListener listener) {
        target.setReadListener(new SessionReadListener(listener, session));
    }

    @Override
    public boolean isFinished() {
        return target.isFinished();
    }

    @Override
    public boolean isReady() {
        return target.isReady();
    }

    @Override
    public int read() throws IOException {
        return target.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        return target.read(bytes, offset, length);
    }

    @Override
    public int readLine(byte[] bytes, int offset, int length) throws IOException {
        return target.readLine(bytes, offset, length);
    }

    @Override
    public long skip(long count) throws IOException {
        return target.skip(count);
    }

    @Override
    public int available() throws IOException {
        return target.available();
    }

    @Override
    public void close() throws IOException {
        target.close();
    }
}
