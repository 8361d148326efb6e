package io.github.readyourwrites.testcluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LateInputStreamTest {

    private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    @Test
    void deliversEverythingLateAndInOrder() throws IOException {
        byte[] content = new byte[300_000];
        new Random(42).nextBytes(content);
        long start = System.nanoTime();
        try (InputStream late = new LateInputStream(new ByteArrayInputStream(content), DELAY_NANOS)) {
            assertEquals(content[0] & 0xff, late.read());
            assertTrue(System.nanoTime() - start >= DELAY_NANOS, "not before its time");
            byte[] rest = late.readAllBytes();
            assertArrayEquals(Arrays.copyOfRange(content, 1, content.length), rest);
            assertEquals(-1, late.read(), "the end stays the end");
        }
    }

    @Test
    void endsWhereTheOtherStreamBreaks() throws IOException {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("broken");
            }
        };
        try (InputStream late = new LateInputStream(broken, 0)) {
            assertEquals(-1, late.read());
        }
    }
}
