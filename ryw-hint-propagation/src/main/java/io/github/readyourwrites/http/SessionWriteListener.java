package io.github.readyourwrites.http;

import io.github.readyourwrites.session.ThreadState;
import jakarta.servlet.WriteListener;
import java.io.IOException;

/** Is called back in the request's session. */
record SessionWriteListener(WriteListener target, RequestSession session) implements WriteListener {

    @Override
    public void onWritePossible() throws IOException {
        ThreadState before = ThreadState.capture();
        session.state().carry();
        try {
            target.onWritePossible();
        } finally {
            before.restore();
        }
    }

    @Override
    public void onError(Throwable cause) {
        session.inSession(() -> target.onError(cause)).run();
    }
}
