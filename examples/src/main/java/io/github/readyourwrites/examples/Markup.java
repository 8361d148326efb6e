package io.github.readyourwrites.examples;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Builds HTML that is well-formed XML too. All texts and attribute values are escaped. Attributes are given as names and
 * values in turn. Not safe for use by several threads.
 */
final class Markup {

    private final StringBuilder markup = new StringBuilder();

    private final Deque<String> open = new ArrayDeque<>();

    /** Begins an element. */
    Markup open(String tag, String... attributes) {
        begin(tag, attributes).append('>');
        open.push(tag);
        return this;
    }

    /** Ends the element that was begun last. */
    Markup close() {
        markup.append("</").append(open.pop()).append('>');
        return this;
    }

    /** An element with a text in it. */
    Markup leaf(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    /** An element without content: of SVG, or one that HTML calls void. */
    Markup empty(String tag, String... attributes) {
        begin(tag, attributes).append("/>");
        return this;
    }

    Markup text(String text) {
        escape(text);
        return this;
    }

    /** A style sheet as it is. */
    Markup style(String css) {
        if (css.contains("<") || css.contains("&")) {
            throw new IllegalArgumentException("A style sheet that XML would read differently");
        }
        markup.append("<style>").append(css).append("</style>");
        return this;
    }

    /** A whole document; every element must have been ended. */
    String document() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("Not ended: " + open);
        }
        return "<!DOCTYPE html>" + markup + '\n';
    }

    private StringBuilder begin(String tag, String... attributes) {
        // A line break is a space between words, but not within one.
        markup.append(tag.equals("wbr") ? "" : "\n").append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            markup.append(' ').append(attributes[i]).append("=\"");
            escape(attributes[i + 1]);
            markup.append('"');
        }
        return markup;
    }

    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            switch (each) {
                case '&' -> markup.append("&amp;");
                case '<' -> markup.append("&lt;");
                case '>' -> markup.append("&gt;");
                case '"' -> markup.append("&quot;");
                default -> markup.append(each);
            }
        }
    }
}
