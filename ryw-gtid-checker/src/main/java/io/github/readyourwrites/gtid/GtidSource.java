package io.github.readyourwrites.gtid;

import java.util.UUID;

/**
 * What numbers a sequence of transactions: a server UUID and a tag, empty if untagged. Ordered as MySQL prints them: by
 * the bytes of the UUID, then by tag, untagged first.
 */
record GtidSource(long high, long low, String tag) implements Comparable<GtidSource> {

    static final int MAX_TAG_LENGTH = 32;

    GtidSource {
        if (!isValidTag(tag)) {
            throw new IllegalArgumentException(
                    "A GTID tag has up to 32 characters out of a-z, 0-9 and _, and does not start with a digit");
        }
    }

    UUID uuid() {
        return new UUID(high, low);
    }

    boolean hasUuidOf(GtidSource other) {
        return high == other.high && low == other.low;
    }

    @Override
    public int compareTo(GtidSource other) {
        int result = Long.compareUnsigned(high, other.high);
        if (result == 0) {
            result = Long.compareUnsigned(low, other.low);
        }
        return result == 0 ? tag.compareTo(other.tag) : result;
    }

    private static boolean isValidTag(String tag) {
        if (tag.length() > MAX_TAG_LENGTH) {
            return false;
        }
        for (int i = 0; i < tag.length(); i++) {
            char each = tag.charAt(i);
            boolean digit = each >= '0' && each <= '9';
            if (each != '_' && !(each >= 'a' && each <= 'z') && !(digit && i > 0)) {
                return false;
            }
        }
        return true;
    }
}
