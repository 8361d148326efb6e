package io.github.readyourwrites.gtid;

import java.util.Locale;

/**
 * Reads one text, from left to right, in linear time. The grammar is in {@link GtidSet}; where the manual is silent it
 * is what MySQL 8.0 was seen to accept.
 */
final class GtidSetParser {

    private static final String UUID_SHAPE = "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh";

    private static final int UUID_HEAD_LENGTH = 8;

    private final String text;

    private final boolean owned;

    private final GtidSetBuilder builder = new GtidSetBuilder();

    private int position;

    GtidSetParser(String text, boolean owned) {
        this.text = text;
        this.owned = owned;
    }

    GtidSet parse() {
        skipSeparators();
        while (position < text.length()) {
            boolean separated = readSource();
            int before = position;
            skipSeparators();
            if (!separated && position == before && position < text.length()) {
                throw malformed("expected ',' or ':' or the end");
            }
        }
        return builder.build();
    }

    /** Reads a UUID and all that follows with it; tells whether the next one may follow without a comma. */
    private boolean readSource() {
        GtidSource source = readUuid();
        boolean result = false;
        skipWhiteSpace();
        while (peek() == ':') {
            position++;
            skipWhiteSpace();
            if (isTagStart(peek())) {
                source = new GtidSource(source.high(), source.low(), readTag());
            } else {
                readInterval(source);
                result = owned && skipThreads();
            }
            skipWhiteSpace();
        }
        return result;
    }

    private GtidSource readUuid() {
        long high = 0;
        long low = 0;
        int digits = 0;
        for (int i = 0; i < UUID_SHAPE.length(); i++, position++) {
            char each = peek();
            if (UUID_SHAPE.charAt(i) == '-') {
                if (each != '-') {
                    throw malformed("expected '-' within a UUID");
                }
            } else {
                int digit = hexDigit(each);
                if (digit < 0) {
                    throw malformed("expected a hexadecimal digit of a UUID");
                }
                if (digits++ < Long.BYTES * 2) {
                    high = high << 4 | digit;
                } else {
                    low = low << 4 | digit;
                }
            }
        }
        return new GtidSource(high, low, "");
    }

    private String readTag() {
        int start = position;
        while (isTagStart(peek()) || isDigit(peek())) {
            if (position++ - start == GtidSource.MAX_TAG_LENGTH) {
                throw malformed("a tag has at most " + GtidSource.MAX_TAG_LENGTH + " characters");
            }
        }
        return text.substring(start, position).toLowerCase(Locale.ROOT);
    }

    private void readInterval(GtidSource source) {
        long first = readNumber(1, "expected a transaction number or a tag");
        long last = first;
        skipWhiteSpace();
        if (peek() == '-') {
            position++;
            skipWhiteSpace();
            last = readNumber(0, "expected the last transaction number of an interval");
        }
        // As on the server, an interval that ends before its start is well-formed and empty.
        if (first <= last) {
            builder.add(source, first, last);
        }
    }

    private long readNumber(long smallest, String expected) {
        int start = position;
        long result = 0;
        for (; isDigit(peek()); position++) {
            int digit = peek() - '0';
            if (result > (Intervals.MAX_NUMBER - digit) / 10) {
                position = start;
                throw malformed("a transaction number is at most " + Intervals.MAX_NUMBER);
            }
            result = result * 10 + digit;
        }
        if (position == start) {
            throw malformed(expected);
        }
        if (result < smallest) {
            position = start;
            throw malformed("a transaction number is at least " + smallest);
        }
        if (position - start > 1 && text.charAt(start) == '0') {
            position = start;
            throw malformed("a number starts with 0, which MySQL reads as octal");
        }
        return result;
    }

    /** Skips the owners after an owned GTID; tells whether there were any. */
    private boolean skipThreads() {
        boolean result = false;
        skipWhiteSpace();
        while (peek() == '#') {
            position++;
            skipWhiteSpace();
            int start = position;
            while (hexDigit(peek()) >= 0) {
                position++;
            }
            if (peek() == '-') {
                // The next source follows without a separator: the last eight digits are its own.
                position -= UUID_HEAD_LENGTH;
            }
            int end = position;
            for (position = start; position < end; position++) {
                if (!isDigit(peek())) {
                    throw malformed("expected a digit of a thread number");
                }
            }
            if (end <= start) {
                throw malformed("expected a thread number");
            }
            result = true;
            skipWhiteSpace();
        }
        return result;
    }

    private void skipSeparators() {
        skipWhiteSpace();
        while (peek() == ',') {
            position++;
            skipWhiteSpace();
        }
    }

    private void skipWhiteSpace() {
        while (isWhiteSpace(peek())) {
            position++;
        }
    }

    /** The character at the position; at the end U+0000, which is in no part of the grammar. */
    private char peek() {
        return position < text.length() ? text.charAt(position) : '\0';
    }

    private GtidFormatException malformed(String reason) {
        return new GtidFormatException(text, position, reason);
    }

    private static boolean isWhiteSpace(char character) {
        return character == ' ' || (character >= '\t' && character <= '\r');
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    private static boolean isTagStart(char character) {
        return character == '_' || (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
    }

    private static int hexDigit(char character) {
        return character < 128 ? Character.digit(character, 16) : -1;
    }
}
