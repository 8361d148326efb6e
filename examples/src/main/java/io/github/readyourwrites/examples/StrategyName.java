package io.github.readyourwrites.examples;

import java.util.Locale;

/** Writes names of strategies. */
final class StrategyName {

    private StrategyName() {}

    /** The id of the strategy's part of the report. */
    static String anchor(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** So that it may be broken after each underscore. */
    static void write(Markup markup, String name) {
        markup.open("code");
        int start = 0;
        for (int end = name.indexOf('_'); end >= 0; end = name.indexOf('_', start)) {
            markup.text(name.substring(start, end + 1)).empty("wbr");
            start = end + 1;
        }
        markup.text(name.substring(start)).close();
    }
}
