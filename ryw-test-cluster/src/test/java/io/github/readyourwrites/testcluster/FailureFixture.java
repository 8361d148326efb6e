package io.github.readyourwrites.testcluster;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.function.Executable;

final class FailureFixture {

    private FailureFixture() {}

    /** What the failure says that the action must end with. */
    static String messageOf(Executable action) {
        return String.valueOf(assertThrows(MySqlClusterException.class, action).getMessage());
    }
}
