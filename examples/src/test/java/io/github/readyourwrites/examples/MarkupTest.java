package io.github.readyourwrites.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class MarkupTest {

    @Test
    void escapesTextsAndAttributes() {
        String document = new Markup()
                .leaf("p", "a < b & \"c\" > d", "title", "\"><script>")
                .document();
        assertEquals(
                "<!DOCTYPE html>\n<p title=\"&quot;&gt;&lt;script&gt;\">a &lt; b &amp; &quot;c&quot; &gt; d</p>\n",
                document);
    }

    @Test
    void breaksWordsWithoutSpace() {
        Markup markup = new Markup();
        StrategyName.write(markup, "READ_YOUR_WRITES");
        assertEquals("<!DOCTYPE html>\n<code>READ_<wbr/>YOUR_<wbr/>WRITES</code>\n", markup.document());
    }

    @Test
    void refusesOpenElementsAndStylesThatAreNoXml() {
        Markup markup = new Markup().open("p");
        assertThrows(IllegalStateException.class, markup::document);
        assertThrows(IllegalArgumentException.class, () -> markup.style("</style>"));
    }
}
