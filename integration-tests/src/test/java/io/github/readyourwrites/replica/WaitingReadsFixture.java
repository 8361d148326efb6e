package io.github.readyourwrites.replica;

/** How many reads a monitor knows to be waiting. */
public final class WaitingReadsFixture {

    private WaitingReadsFixture() {}

    public static int count(ReplicaMonitor replica) {
        return replica.waitingReads();
    }
}
