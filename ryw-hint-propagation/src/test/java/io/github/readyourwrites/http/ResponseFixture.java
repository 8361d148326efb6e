package io.github.readyourwrites.http;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A container's response without a buffer: with the first byte, flush, redirection or error its headers are gone. */
final class ResponseFixture {

    final Map<String, String> headers = new HashMap<>();

    final List<Cookie> cookies = new ArrayList<>();

    final ByteArrayOutputStream body = new ByteArrayOutputStream();

    boolean committed;

    int status = 200;

    private final PrintWriter writer = new PrintWriter(new Text());

    /** The response as the container gives it to the first filter. */
    HttpServletResponse response() {
        return (HttpServletResponse) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {HttpServletResponse.class},
                (proxy, called, arguments) -> answer(called.getName(), arguments));
    }

    private @Nullable Object answer(String called, Object[] arguments) {
        switch (called) {
            case "isCommitted" -> {
                return committed;
            }
            case "addCookie" -> {
                if (!committed) {
                    cookies.add((Cookie) arguments[0]);
                }
            }
            case "setHeader" -> {
                if (!committed) {
                    headers.put((String) arguments[0], (String) arguments[1]);
                }
            }
            case "sendError", "sendRedirect" -> {
                status = arguments[0] instanceof Integer code ? code : 302;
                committed = true;
            }
            case "flushBuffer" -> committed = true;
            case "reset" -> {
                headers.clear();
                cookies.clear();
            }
            case "resetBuffer", "setBufferSize" -> {}
            case "getOutputStream" -> {
                return new Output();
            }
            case "getWriter" -> {
                return writer;
            }
            default -> throw new UnsupportedOperationException(called);
        }
        return null;
    }

    String text() {
        return body.toString(StandardCharsets.US_ASCII);
    }

    /** Writes through, as ASCII. */
    private final class Text extends Writer {

        @Override
        public void write(char[] source, int offset, int length) {
            committed = true;
            body.writeBytes(new String(source, offset, length).getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public void flush() {
            committed = true;
        }

        @Override
        public void close() {
            committed = true;
        }
    }

    /** Writes through. */
    private final class Output extends ServletOutputStream {

        @Override
        public void write(int value) {
            committed = true;
            body.write(value);
        }

        @Override
        public void flush() throws IOException {
            committed = true;
        }

        @Override
        public void close() {
            committed = true;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException();
        }
    }
}
