package io.github.readyourwrites.session;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.gtid.GtidSetBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * What a token says, as bytes: not sealed, so for inside a seal, or for where only friends write.
 *
 * <pre>
 * payload  := date servers { entry }
 * date     := milliseconds since 1970
 * servers  := count { UUID }                       16 bytes each, however often it is meant below
 * entry    := primary count { source }
 * primary  := 2 * server + (1 if marked)           server: 0 for none, 1 for the first of the servers
 * source   := 2 * server + (1 if tagged) [ length tag ] count { interval }
 * interval := distance from the last interval's end, length - 1
 * </pre>
 *
 * <p>All numbers as {@link TokenOutput#number}.
 *
 * @param dateMillis when it was made, milliseconds since 1970
 * @param entries what it says of each primary
 */
record TokenPayload(long dateMillis, List<TokenEntry> entries) {

    TokenPayload {
        entries = List.copyOf(entries);
    }

    byte[] toBytes() {
        Map<UUID, Integer> servers = servers();
        TokenOutput result = new TokenOutput();
        result.number(dateMillis);
        result.number(servers.size());
        servers.keySet().forEach(result::uuid);
        for (TokenEntry each : entries) {
            int primary = each.primary() == null ? 0 : servers.getOrDefault(each.primary(), 0);
            result.number(2L * primary + (each.marked() ? 1 : 0));
            write(each.position(), servers, result);
        }
        return result.toBytes();
    }

    private Map<UUID, Integer> servers() {
        Map<UUID, Integer> result = new LinkedHashMap<>();
        for (TokenEntry each : entries) {
            if (each.primary() != null) {
                result.putIfAbsent(each.primary(), result.size() + 1);
            }
            each.position().sources().forEach(source -> result.putIfAbsent(source, result.size() + 1));
        }
        return result;
    }

    private static void write(GtidSet position, Map<UUID, Integer> servers, TokenOutput output) {
        List<Source> sources = new ArrayList<>();
        position.forEachInterval((uuid, tag, first, last) -> {
            Source source = sources.isEmpty() ? null : sources.get(sources.size() - 1);
            if (source == null || !source.uuid.equals(uuid) || !source.tag.equals(tag)) {
                source = new Source(uuid, tag);
                sources.add(source);
            }
            source.add(first, last);
        });
        output.number(sources.size());
        for (Source each : sources) {
            output.number(2L * servers.getOrDefault(each.uuid, 0) + (each.tag.isEmpty() ? 0 : 1));
            if (!each.tag.isEmpty()) {
                output.number(each.tag.length());
                output.bytes(each.tag.getBytes(StandardCharsets.US_ASCII));
            }
            output.number(each.intervals);
            output.bytes(each.bounds.toBytes());
        }
    }

    /**
     * Reads a payload.
     *
     * @throws IllegalArgumentException if it is none; the work is bounded by the number of bytes
     */
    static TokenPayload of(byte[] bytes) {
        TokenInput input = new TokenInput(bytes);
        long date = input.number();
        List<UUID> servers = new ArrayList<>();
        for (int left = input.count(); left > 0; left--) {
            servers.add(input.uuid());
        }
        List<TokenEntry> entries = new ArrayList<>();
        while (!input.isAtEnd()) {
            int head = input.upTo(2 * servers.size() + 1);
            UUID primary = head < 2 ? null : servers.get(head / 2 - 1);
            entries.add(new TokenEntry(primary, position(input, servers), head % 2 == 1));
        }
        return new TokenPayload(date, entries);
    }

    private static GtidSet position(TokenInput input, List<UUID> servers) {
        GtidSetBuilder result = GtidSet.builder();
        for (int left = input.count(); left > 0; left--) {
            int head = input.upTo(2 * servers.size() + 1);
            if (head < 2) {
                throw new IllegalArgumentException("a source names no server");
            }
            String tag = head % 2 == 1 ? input.text(input.count()) : "";
            addIntervals(input, servers.get(head / 2 - 1), tag, result);
        }
        return result.build();
    }

    private static void addIntervals(TokenInput input, UUID uuid, String tag, GtidSetBuilder result) {
        long last = 0;
        for (int left = input.count(); left > 0; left--) {
            // Where a sum overflows the builder refuses it.
            long first = last + input.number();
            last = first + input.number();
            result.add(uuid, tag, first, last);
        }
    }

    /** One source's intervals while they are written. */
    private static final class Source {

        private final UUID uuid;

        private final String tag;

        private final TokenOutput bounds = new TokenOutput();

        private int intervals;

        private long previousLast;

        Source(UUID uuid, String tag) {
            this.uuid = uuid;
            this.tag = tag;
        }

        void add(long first, long last) {
            bounds.number(first - previousLast);
            bounds.number(last - first);
            previousLast = last;
            intervals++;
        }
    }
}
