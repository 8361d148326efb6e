package io.github.readyourwrites.session;

import java.util.Arrays;
import java.util.UUID;

/** Bytes being put together. Numbers take seven bits a byte, the low ones first. Not thread-safe. */
final class TokenOutput {

    private byte[] bytes = new byte[96];

    private int size;

    /** Writes a number that is not negative. */
    void number(long value) {
        long rest = value;
        while (rest > 0x7f) {
            put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        put((byte) rest);
    }

    void uuid(UUID value) {
        bigEndian(value.getMostSignificantBits());
        bigEndian(value.getLeastSignificantBits());
    }

    private void bigEndian(long value) {
        for (int shift = 56; shift >= 0; shift -= 8) {
            put((byte) (value >>> shift));
        }
    }

    void bytes(byte[] value) {
        for (byte each : value) {
            put(each);
        }
    }

    private void put(byte value) {
        if (size == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * size);
        }
        bytes[size++] = value;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }
}
