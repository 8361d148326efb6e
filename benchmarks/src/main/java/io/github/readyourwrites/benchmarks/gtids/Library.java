package io.github.readyourwrites.benchmarks.gtids;

import com.github.shyiko.mysql.binlog.GtidSet;
import io.debezium.connector.mysql.gtid.MySqlGtidSet;

/** A library that has sets of GTIDs, through one interface of objects, so that all are asked alike. */
public enum Library {

    /** {@link io.github.readyourwrites.gtid.GtidSet}. */
    OURS {
        @Override
        Object parse(String text) {
            return io.github.readyourwrites.gtid.GtidSet.parse(text);
        }

        @Override
        boolean contains(Object whole, Object part) {
            return ((io.github.readyourwrites.gtid.GtidSet) whole)
                    .contains((io.github.readyourwrites.gtid.GtidSet) part);
        }

        @Override
        Object union(Object left, Object right) {
            return ((io.github.readyourwrites.gtid.GtidSet) left).union((io.github.readyourwrites.gtid.GtidSet) right);
        }

        @Override
        Object subtract(Object left, Object right) {
            return ((io.github.readyourwrites.gtid.GtidSet) left)
                    .subtract((io.github.readyourwrites.gtid.GtidSet) right);
        }
    },

    /** That of mysql-binlog-connector-java, which has neither union nor difference. */
    BINLOG_CONNECTOR {
        @Override
        Object parse(String text) {
            return new GtidSet(text);
        }

        @Override
        boolean contains(Object whole, Object part) {
            return ((GtidSet) part).isContainedWithin((GtidSet) whole);
        }
    },

    /**
     * Debezium's. Its union takes, of a source that both sets have, the second set's intervals only; its difference needs
     * a second set that has all sources of the first.
     */
    DEBEZIUM {
        @Override
        Object parse(String text) {
            return new MySqlGtidSet(text);
        }

        @Override
        boolean contains(Object whole, Object part) {
            return ((MySqlGtidSet) part).isContainedWithin((MySqlGtidSet) whole);
        }

        @Override
        Object union(Object left, Object right) {
            return ((MySqlGtidSet) left).with((MySqlGtidSet) right);
        }

        @Override
        Object subtract(Object left, Object right) {
            return ((MySqlGtidSet) left).subtract((MySqlGtidSet) right);
        }
    };

    abstract Object parse(String text);

    abstract boolean contains(Object whole, Object part);

    /** @throws UnsupportedOperationException where the library has none */
    Object union(Object left, Object right) {
        throw new UnsupportedOperationException("union, by " + this);
    }

    /** @throws UnsupportedOperationException where the library has none */
    Object subtract(Object left, Object right) {
        throw new UnsupportedOperationException("subtract, by " + this);
    }
}
