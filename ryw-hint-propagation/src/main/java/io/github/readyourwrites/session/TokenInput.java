package io.github.readyourwrites.session;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Reads what {@link TokenOutput} wrote; whatever else it finds is an {@link IllegalArgumentException}. Not thread-safe. */
final class TokenInput {

    private final byte[] bytes;

    private int position;

    TokenInput(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean isAtEnd() {
        return position == bytes.length;
    }

    /** A number from 0 to {@link Long#MAX_VALUE}. */
    long number() {
        long result = 0;
        for (int shift = 0; shift < Long.SIZE - 1; shift += 7) {
            byte each = bytes[take(1)];
            result |= (each & 0x7fL) << shift;
            if (each >= 0) {
                return result;
            }
        }
        throw new IllegalArgumentException("a number is too long");
    }

    /** A number of things that take at least a byte each. */
    int count() {
        return upTo(bytes.length - position);
    }

    /** A number from 0 to {@code most}. */
    int upTo(int most) {
        long result = number();
        if (result > most) {
            throw new IllegalArgumentException("a number is too large");
        }
        return (int) result;
    }

    UUID uuid() {
        int from = take(2 * Long.BYTES);
        return new UUID(bigEndian(from), bigEndian(from + Long.BYTES));
    }

    private long bigEndian(int from) {
        long result = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            result = result << 8 | (bytes[from + i] & 0xff);
        }
        return result;
    }

    String text(int length) {
        return new String(bytes, take(length), length, StandardCharsets.US_ASCII);
    }

    private int take(int length) {
        if (bytes.length - position < length) {
            throw new IllegalArgumentException("it ends too soon");
        }
        int result = position;
        position += length;
        return result;
    }
}
