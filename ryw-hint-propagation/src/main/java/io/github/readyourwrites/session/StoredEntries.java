package io.github.readyourwrites.session;

import io.github.readyourwrites.gtid.GtidSet;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The text form of a session's floors in a store: version, and per primary its identity, mark and position. Not sealed:
 * a store is trusted as the database is.
 */
final class StoredEntries {

    /** Longer ones are saved as a mark: whoever loads it asks the primary. */
    static final int MAX_LENGTH = 65_536;

    private static final String VERSION = "1";

    private static final String FIELD = ";";

    private static final String PART = "!";

    private StoredEntries() {}

    static String encode(List<TokenEntry> entries) {
        String result = text(entries);
        return result.length() <= MAX_LENGTH ? result : text(List.of(TokenEntry.MARK));
    }

    private static String text(List<TokenEntry> entries) {
        StringBuilder result = new StringBuilder(VERSION);
        for (TokenEntry each : entries) {
            UUID primary = each.primary();
            result.append(FIELD)
                    .append(primary == null ? "" : primary)
                    .append(PART)
                    .append(each.marked() ? "1" : "0")
                    .append(PART)
                    .append(each.position());
        }
        return result.toString();
    }

    /** The entries of {@code text}, or a mark if it is of another version or damaged: somebody wrote something. */
    static List<TokenEntry> decode(String text) {
        String[] fields = text.split(FIELD, -1);
        if (!VERSION.equals(fields[0])) {
            return List.of(TokenEntry.MARK);
        }
        List<TokenEntry> result = new ArrayList<>(fields.length);
        for (String each : List.of(fields).subList(1, fields.length)) {
            TokenEntry entry = entry(each.split(PART, -1));
            if (entry == null) {
                return List.of(TokenEntry.MARK);
            }
            result.add(entry);
        }
        return List.copyOf(result);
    }

    private static @Nullable TokenEntry entry(String[] parts) {
        if (parts.length != 3) {
            return null;
        }
        try {
            UUID primary = parts[0].isEmpty() ? null : UUID.fromString(parts[0]);
            return new TokenEntry(primary, GtidSet.parse(parts[2]), "1".equals(parts[1]));
        } catch (IllegalArgumentException ignored) {
            return null;
        }
    }
}
