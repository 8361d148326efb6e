package io.github.readyourwrites.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Plots are well-formed and show the values that they were given. */
class ChartTest {

    @Test
    void barsAreAsLongAsTheirValues() throws Exception {
        String svg = new BarChart("Reads < 3 & more", "reads/s")
                .bar("stock", 1_000, ", 5 % stale", 4)
                .bar("plugin", 500, "", 0)
                .toSvg();
        List<Element> rectangles = elements(svg, "rect");
        assertEquals(2 * width(rectangles.get(2)), width(rectangles.get(1)), 0.2);
        List<String> texts =
                elements(svg, "text").stream().map(Element::getTextContent).toList();
        assertTrue(texts.containsAll(List.of("Reads < 3 & more", "reads/s", "stock", "1,000, 5 % stale", "500")));
    }

    private static double width(Element element) {
        return Double.parseDouble(element.getAttribute("width"));
    }

    @Test
    void rangesHaveOneDotForEachValue() throws Exception {
        String svg = new RangeChart("Latency", "ms", "p50", "p99")
                .row("a", List.of(1.0, 100.0))
                .row("b", List.of(Double.NaN, 10.0))
                .toSvg();
        List<Double> xs = elements(svg, "circle").stream()
                .skip(2)
                .map(each -> Double.valueOf(each.getAttribute("cx")))
                .toList();
        assertEquals(3, xs.size());
        assertEquals((xs.get(0) + xs.get(1)) / 2, xs.get(2), 0.2);
    }

    @Test
    void rangesRefuseRowOfOtherLength() {
        assertThrows(IllegalArgumentException.class, () -> new RangeChart("Latency", "ms", "p50").row("a", List.of()));
    }

    @Test
    void linesAreNamedAtTheirEnd() throws Exception {
        String svg = new LineChart("Growth", "count", "ns")
                .point("sessions", 1, 100)
                .point("sessions", 100, 1_000)
                .point("groups", 10, 50)
                .toSvg();
        assertEquals(3, elements(svg, "circle").size());
        assertEquals(
                1,
                elements(svg, "line").stream()
                        .filter(each -> each.getAttribute("class").equals("line"))
                        .count());
        List<String> texts =
                elements(svg, "text").stream().map(Element::getTextContent).toList();
        assertTrue(texts.containsAll(List.of("sessions", "groups", "count", "ns")));
    }

    private static List<Element> elements(String svg, String name) throws Exception {
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        NodeList nodes = document.getElementsByTagName(name);
        List<Element> result = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            result.add((Element) nodes.item(i));
        }
        return result;
    }
}
