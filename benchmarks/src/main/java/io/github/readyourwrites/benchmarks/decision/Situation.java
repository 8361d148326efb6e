package io.github.readyourwrites.benchmarks.decision;

import static io.github.readyourwrites.benchmarks.decision.Positions.FRAGMENTED;
import static io.github.readyourwrites.benchmarks.decision.Positions.PLAIN;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.loadbalance.DecisionGroup;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;

/** What the deciding thread, its session and its JVM have written, and what the replicas have executed. */
public enum Situation {

    /** Nothing was written: no floor. */
    NOTHING_WRITTEN(PLAIN, RouteReason.NO_FLOOR) {
        @Override
        AutoCloseable enter(DecisionGroup group) {
            return () -> {};
        }
    },

    /** Outside any session, in a JVM that has written: one floor. */
    JVM_WROTE(PLAIN, RouteReason.REPLICA_HAD_FLOOR) {
        @Override
        AutoCloseable enter(DecisionGroup group) {
            group.committed(Positions.plain("1000"));
            return () -> {};
        }
    },

    /** In a session that has not written: no floor. */
    EMPTY_SESSION(PLAIN, RouteReason.NO_FLOOR) {
        @Override
        AutoCloseable enter(DecisionGroup group) {
            return RywSession.open("user:42");
        }
    },

    /** In a session that has written: one floor. */
    SESSION_WROTE(PLAIN, RouteReason.REPLICA_HAD_FLOOR) {
        @Override
        AutoCloseable enter(DecisionGroup group) {
            return written(group, Positions.plain("1000"));
        }
    },

    /** In a session that has written, in a JVM that has written outside any session: two floors. */
    SESSION_AND_JVM_WROTE(PLAIN, RouteReason.REPLICA_HAD_FLOOR) {
        @Override
        AutoCloseable enter(DecisionGroup group) {
            group.committed(Positions.plain("900"));
            return written(group, Positions.plain("1000"));
        }
    },

    /** In a session resumed from a token that carries a position. */
    TOKEN_RESUMED(PLAIN, RouteReason.REPLICA_HAD_FLOOR) {
        @Override
        AutoCloseable enter(DecisionGroup group) {
            String token;
            try (RywSession session = written(group, Positions.plain("1000"))) {
                token = session.token();
            }
            group.known(Positions.plain("1-1000"));
            return RywSession.resume(token);
        }
    },

    /** Two floors over replicas whose executed set has ten sources of a hundred intervals; the session's has all ten. */
    FRAGMENTED_SETS(FRAGMENTED, RouteReason.REPLICA_HAD_FLOOR) {
        @Override
        AutoCloseable enter(DecisionGroup group) {
            group.committed(Positions.ofEverySource(300));
            return written(group, Positions.ofEverySource(700));
        }
    };

    private final String executed;

    private final RouteReason expected;

    Situation(String executed, RouteReason expected) {
        this.executed = executed;
        this.expected = expected;
    }

    /** Brings the calling thread into the situation, until the result is closed. */
    abstract AutoCloseable enter(DecisionGroup group);

    String executed() {
        return executed;
    }

    RouteReason expected() {
        return expected;
    }

    private static RywSession written(DecisionGroup group, GtidSet gtids) {
        RywSession result = RywSession.open("user:42");
        group.committed(gtids);
        return result;
    }
}
