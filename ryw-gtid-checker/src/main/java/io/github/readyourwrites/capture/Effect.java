package io.github.readyourwrites.capture;

import org.jspecify.annotations.Nullable;

/**
 * What an answer without rows says about the server's state, from the least to the most that has to be assumed. The
 * information text is the one in MySQL's manual under {@code mysql_info()}; it is translated by {@code lc_messages}, so
 * only its numbers count.
 */
enum Effect {
    /** Neither saw nor changed anything. */
    NOTHING,
    /** Wrote every row that it saw: who has its commit has all it knows. */
    WROTE,
    /** Unknown; a commit of its own accounts for it. */
    UNSURE,
    /** Saw rows that it did not write: no commit of its own accounts for them. */
    SAW;

    /**
     * @param affectedRows as the server counts them; matched rows for UPDATE, with Connector/J's defaults
     * @param info information text of the answer, if there was one
     */
    static Effect of(StatementKind kind, long affectedRows, @Nullable String info) {
        return switch (kind) {
            case CONTROL, ROLLBACK, XA_PREPARE -> NOTHING;
            case INSERT -> inserted(affectedRows, info);
            case REPLACE, DELETE -> affectedRows > 0 && number(info, 1) <= 0 ? WROTE : SAW;
            case UPDATE -> updated(affectedRows, info);
            case LOAD -> number(info, 0) > 0 && number(info, 2) == 0 ? WROTE : SAW;
            case UPSERT -> affectedRows > 0 && number(info, 1) <= 0 ? UNSURE : SAW;
            case CALL, XA_ROLLBACK -> SAW;
            case PLAIN_READ, XA_COMMIT, OTHER -> UNSURE;
        };
    }

    /** The stronger of the two. */
    Effect and(Effect other) {
        return compareTo(other) < 0 ? other : this;
    }

    /** {@code Records: 2 Duplicates: 0 Warnings: 0}; no text for a single row. */
    private static Effect inserted(long affectedRows, @Nullable String info) {
        long records = number(info, 0);
        return affectedRows > 0 && affectedRows >= records && number(info, 1) <= 0 ? WROTE : SAW;
    }

    /** {@code Rows matched: 2 Changed: 1 Warnings: 0}. */
    private static Effect updated(long affectedRows, @Nullable String info) {
        long changed = number(info, 1);
        if (changed < 0) {
            return affectedRows > 0 ? UNSURE : SAW;
        }
        return changed > 0 && changed == number(info, 0) ? WROTE : SAW;
    }

    /** The {@code index}th number in the text, or -1. */
    static long number(@Nullable String info, int index) {
        if (info == null) {
            return -1;
        }
        int seen = -1;
        long result = -1;
        for (int i = 0; i < info.length(); i++) {
            int digit = info.charAt(i) - '0';
            if (digit >= 0 && digit <= 9) {
                if (result < 0) {
                    seen++;
                    result = 0;
                }
                result = result * 10 + digit;
            } else if (result >= 0) {
                if (seen == index) {
                    return result;
                }
                result = -1;
            }
        }
        return seen == index ? result : -1;
    }
}
