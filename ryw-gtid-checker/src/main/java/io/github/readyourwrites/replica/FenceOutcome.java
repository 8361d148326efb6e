package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.util.UUID;

/** How a fence ended. */
public sealed interface FenceOutcome {

    /**
     * The primary answered.
     *
     * @param ticket of the fence's sending: it serves the marks and reads with an earlier ticket, and no others
     * @param position what the primary had executed or owned: everything that could be seen there before the sending
     * @param serverUuid the primary's identity
     */
    record Answer(long ticket, GtidSet position, UUID serverUuid) implements FenceOutcome {}

    /**
     * No answer counted until the deadline.
     *
     * @param isVoid whether the primary did answer, but may itself be behind: then it must not serve the read either
     * @param reason in words
     */
    record Failure(boolean isVoid, String reason) implements FenceOutcome {}
}
