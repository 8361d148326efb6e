package io.github.readyourwrites.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ServerAddressTest {

    @Test
    void ignoresTheCaseOfTheHost() {
        assertEquals(new ServerAddress("db.example", 3306), new ServerAddress("DB.Example", 3306));
        assertEquals("db.example:3306", new ServerAddress("DB.Example", 3306).toString());
    }
}
