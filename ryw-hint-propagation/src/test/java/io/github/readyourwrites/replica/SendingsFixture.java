package io.github.readyourwrites.replica;

/** Sends fences that nobody answers, so that tests of other modules may order marks and fences. */
public final class SendingsFixture {

    private SendingsFixture() {}

    /** The ticket of a fence that is sent now. */
    public static long send(Servers servers) {
        return servers.tickets().nextSending();
    }
}
