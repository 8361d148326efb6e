package io.github.readyourwrites.loadbalance;

/** What the next read of a session is told whose writes are lost: {@code on-lost-write}. */
enum LostWriteAction {

    /** Nothing: it is served as if they had not been made. They are reported all the same. */
    TRIM,

    /** An error, once, that names them. */
    ERROR
}
