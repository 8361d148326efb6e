package io.github.readyourwrites.loadbalance;

/** What follows from a {@link Finding}. */
enum Severity {

    /** The guarantee cannot hold, or nothing works: the data source does not start. */
    REFUSAL,

    /** The guarantee has a gap, or costs more than it need: logged; a refusal under {@code strict-start}. */
    WARNING,

    /** Good to know; never a refusal. */
    NOTE
}
