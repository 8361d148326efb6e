package io.github.readyourwrites.replica;

/** What a watch is about. */
enum WatchState {

    /** It waits for a position in the server, or looks at the answer. */
    BUSY,

    /** Whatever comes may matter to it. */
    IDLE,

    /** The budget has no statement for a waiting read yet: it looks anew by itself. */
    HELD_BACK
}
