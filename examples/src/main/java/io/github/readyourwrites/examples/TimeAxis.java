package io.github.readyourwrites.examples;

import java.util.List;

/** Time below charts, and the steps of the script above them. */
final class TimeAxis {

    /** A narrower step has room for its number only. */
    private static final double ROOM = 0.09;

    private TimeAxis() {}

    /** The seconds since the run began. */
    static void writeSeconds(Markup markup, double seconds) {
        markup.open("svg", "class", "time", "width", "100%", "height", "20", "aria-hidden", "true");
        int step = seconds > 60 ? 20 : 5;
        for (int i = 0; i <= seconds; i += step) {
            String x = Figures.coordinate(100 * i / seconds) + "%";
            boolean last = i + step > seconds && i > 0.97 * seconds;
            String anchor = i == 0 ? "start" : last ? "end" : "middle";
            markup.empty("line", "class", "grid", "x1", x, "x2", x, "y1", "0", "y2", "5");
            markup.leaf("text", i + " s", "class", "tick", "text-anchor", anchor, "x", x, "y", "17");
        }
        markup.close();
    }

    /** The steps by their numbers, and with their labels where there is room. */
    static void writeSteps(Markup markup, List<Band> bands, double seconds) {
        markup.open("div", "class", "steps", "aria-hidden", "true");
        double end = 0;
        for (int i = 0; i < bands.size(); i++) {
            Band band = bands.get(i);
            markup.open("span", "style", width(band.to() - band.from(), seconds));
            markup.leaf("b", Integer.toString(i + 1));
            if (band.to() - band.from() >= ROOM * seconds) {
                markup.leaf("i", band.label());
            }
            markup.close();
            end = band.to();
        }
        markup.leaf("span", "", "style", width(seconds - end, seconds)).close();
    }

    private static String width(double part, double seconds) {
        return "width:" + Figures.coordinate(100 * part / seconds) + "%";
    }
}
