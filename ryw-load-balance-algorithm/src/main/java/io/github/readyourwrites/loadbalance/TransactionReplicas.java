package io.github.readyourwrites.loadbalance;

import org.jspecify.annotations.Nullable;

/**
 * The replicas a transaction reads from, one per group, kept as one text: ShardingSphere has one such field per
 * transaction (the replica pinned under FIXED), which ends with the transaction. A line per group, {@code group=replica}.
 */
final class TransactionReplicas {
    private TransactionReplicas() {}

    /** Returns the group's replica in {@code replicas}, or null. */
    static @Nullable String get(@Nullable String replicas, String group) {
        int start = start(replicas, group);
        return replicas == null || start < 0 ? null : replicas.substring(start, replicas.indexOf('\n', start));
    }

    /** Returns {@code replicas} with the group's one set to {@code replica}, which may be null for none. */
    static @Nullable String put(@Nullable String replicas, String group, @Nullable String replica) {
        String others = without(replicas, group);
        if (replica == null) {
            return others.isEmpty() ? null : others;
        }
        return others + group + '=' + replica + '\n';
    }

    private static String without(@Nullable String replicas, String group) {
        int start = start(replicas, group);
        if (replicas == null || start < 0) {
            return replicas == null ? "" : replicas;
        }
        return replicas.substring(0, start - group.length() - 1)
                + replicas.substring(replicas.indexOf('\n', start) + 1);
    }

    /** Where the group's replica begins, or -1. */
    private static int start(@Nullable String replicas, String group) {
        if (replicas == null) {
            return -1;
        }
        int line = 0;
        while (line < replicas.length()) {
            int end = line + group.length();
            if (replicas.startsWith(group, line) && end < replicas.length() && replicas.charAt(end) == '=') {
                return end + 1;
            }
            line = replicas.indexOf('\n', line) + 1;
        }
        return -1;
    }
}
