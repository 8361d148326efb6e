package io.github.readyourwrites.prove.history;

/** What a client knows of its write. */
public enum Outcome {
    /** The commit was acknowledged. */
    ACKNOWLEDGED,

    /** It was refused or rolled back: it did not happen and never will. */
    FAILED,

    /** The connection broke at the commit: it may have happened, or may yet happen. */
    UNKNOWN
}
