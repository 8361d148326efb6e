package io.github.readyourwrites.testcluster;

import static io.github.readyourwrites.testcluster.FailureFixture.messageOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ServerVersionTest {

    @Test
    void readsTheOutputOfMysqld() {
        assertEquals(
                new ServerVersion(8, 0, 15),
                ServerVersion.parse(
                        "/tmp/10/bin/mysqld  Ver 8.0.15 for Linux on x86_64 (MySQL Community Server - GPL)"));
        assertEquals(
                new ServerVersion(8, 4, 10),
                ServerVersion.parse("mysqld  Ver 8.4.10-0ubuntu0.1 for Linux on aarch64 ((Ubuntu))"));
    }

    @Test
    void comparesByNumbersNotByText() {
        ServerVersion version = new ServerVersion(8, 0, 23);
        assertTrue(version.isAtLeast(8, 0, 23));
        assertTrue(version.isAtLeast(8, 0, 9));
        assertFalse(version.isAtLeast(8, 0, 24));
        assertFalse(version.isAtLeast(8, 1, 0));
        assertTrue(new ServerVersion(10, 0, 0).isAtLeast(9, 9, 9));
    }

    @Test
    void refusesMariaDb() {
        String message = messageOf(
                () -> ServerVersion.parse("mysqld  Ver 10.11.6-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64"));
        assertTrue(message.contains("MariaDB"), message);
    }

    @Test
    void showsAnOutputThatItCannotRead() {
        String message = messageOf(() -> ServerVersion.parse("no such thing"));
        assertTrue(message.contains("no such thing"), message);
    }
}
