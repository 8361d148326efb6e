package io.github.readyourwrites.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ReportHtmlTest {

    private static final Pattern OUTSIDE = Pattern.compile("//|url\\(|@import|src=|<script|<link|<object|<iframe");

    private final String html = ReportHtml.format(RecordingsFixture.recordings(), RecordingsFixture.SETTINGS);

    @Test
    void refersToNothingOutside() throws Exception {
        assertFalse(OUTSIDE.matcher(html).find());
        assertTrue(OUTSIDE.matcher("<img src='https://example.org'/>").find());
        Set<String> ids = new HashSet<>(attributes(parse(), "id"));
        attributes(parse(), "href").forEach(each -> assertTrue(ids.contains(each.substring(1)), each));
    }

    @Test
    void isWellFormedWithUniqueIds() throws Exception {
        List<String> ids = attributes(parse(), "id");
        assertEquals(new HashSet<>(ids).size(), ids.size());
        for (String each : attributes(parse(), "aria-labelledby")) {
            assertTrue(ids.containsAll(List.of(each.split(" "))), each);
        }
    }

    @Test
    void everyChartTellsWhatItShows() throws Exception {
        NodeList charts = parse().getElementsByTagName("svg");
        int named = 0;
        for (int i = 0; i < charts.getLength(); i++) {
            Element chart = (Element) charts.item(i);
            if (chart.getAttribute("role").equals("img")) {
                assertFalse(chart.getElementsByTagName("desc")
                        .item(0)
                        .getTextContent()
                        .isBlank());
                named++;
            }
        }
        // For each of three strategies a strip and three charts.
        assertEquals(12, named);
    }

    @Test
    void comparesTheSameNumbersAsTheSummary() throws Exception {
        Element table = (Element) parse().getElementsByTagName("tbody").item(0);
        List<String> cells = texts(table.getElementsByTagName("td"));
        assertEquals(
                List.of(
                        "5,123 25.6\u00a0% of its reads",
                        "7 < 0.1\u00a0% of its reads",
                        "0 none",
                        "100\u00a0% 0 on the primary",
                        "38.3\u00a0% 12,345 on the primary",
                        "97.5\u00a0% 300 on the primary"),
                cells.subList(0, 6));
        assertEquals(
                List.of("0.25\u00a0ms", "0.50\u00a0ms", "1235\u00a0ms", "1.50\u00a0ms", "2.25\u00a0ms", "301\u00a0ms"),
                cells.subList(6, 12));
        assertEquals(List.of("20,000", "20,001", "12,000"), cells.subList(12, 15));
        for (Recording each : RecordingsFixture.recordings()) {
            assertTrue(texts(table.getOwnerDocument().getElementsByTagName("h2"))
                    .contains(each.result().strategy()));
        }
    }

    @Test
    void saysWhatStrategiesMissedAndDecided() throws Exception {
        List<String> items = texts(parse().getElementsByTagName("li"));
        assertTrue(
                items.contains(
                        "Customer 17 paid order 17000001 at 1.5\u00a0s. A read at 2.3\u00a0s from replica 1 still"
                                + " showed it unpaid."),
                items.toString());
        assertTrue(items.contains("9 to a \"replica\" (90.0\u00a0%)"), items.toString());
    }

    @Test
    void escapesTexts() throws Exception {
        assertFalse(html.contains("<this>"));
        assertTrue(texts(parse().getElementsByTagName("p")).contains("Does <this> & that."));
        assertTrue(texts(parse().getElementsByTagName("dd")).contains("<b> & \"c\""));
        assertTrue(texts(parse().getElementsByTagName("i")).contains("all is <well>"));
    }

    private Document parse() throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(html)));
    }

    private static List<String> attributes(Document document, String name) {
        NodeList elements = document.getElementsByTagName("*");
        List<String> result = new ArrayList<>();
        for (int i = 0; i < elements.getLength(); i++) {
            if (((Element) elements.item(i)).hasAttribute(name)) {
                result.add(((Element) elements.item(i)).getAttribute(name));
            }
        }
        return result;
    }

    private static List<String> texts(NodeList elements) {
        List<String> result = new ArrayList<>();
        for (int i = 0; i < elements.getLength(); i++) {
            result.add(
                    elements.item(i).getTextContent().replaceAll("[ \n]+", " ").strip());
        }
        return result;
    }
}
