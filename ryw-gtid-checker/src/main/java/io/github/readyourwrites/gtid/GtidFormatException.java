package io.github.readyourwrites.gtid;

/**
 * Text that is not a set of MySQL GTIDs. The message names the position, the reason and a short excerpt, however long
 * the text was.
 */
public final class GtidFormatException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private static final int EXCERPT_RADIUS = 24;

    private final int position;

    private final String reason;

    GtidFormatException(String text, int position, String reason) {
        super("Malformed GTID set at position " + position + ": " + reason + ", in \"" + excerpt(text, position)
                + "\"");
        this.position = position;
        this.reason = reason;
    }

    /**
     * Returns where in the text the fault was found.
     *
     * @return index of the first offending character, or the length of the text if it ended too early
     */
    public int position() {
        return position;
    }

    /**
     * Returns what was wrong there, without position and excerpt.
     *
     * @return one clause of plain English
     */
    public String reason() {
        return reason;
    }

    private static String excerpt(String text, int position) {
        int from = Math.max(0, position - EXCERPT_RADIUS);
        int to = Math.min(text.length(), position + EXCERPT_RADIUS);
        StringBuilder result = new StringBuilder(2 * EXCERPT_RADIUS + 2);
        result.append(from > 0 ? "…" : "");
        for (int i = from; i < to; i++) {
            char each = text.charAt(i);
            result.append(each >= ' ' && each < 127 ? each : '?');
        }
        return result.append(to < text.length() ? "…" : "").toString();
    }
}
