package io.acord.lab.report;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Text that is well-formed both as HTML and as XML. Attributes are given in pairs of name and value; values and texts
 * are escaped, and characters that XML cannot carry are replaced. Classes may follow the tag, as in {@code p.note}.
 */
public final class Markup {

    private final StringBuilder out = new StringBuilder(1 << 16);
    private final Deque<String> open = new ArrayDeque<>();

    public Markup open(String tag, String... attributes) {
        open.push(start(tag, attributes));
        out.append('>');
        return this;
    }

    public Markup close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /** Closes an element that stands on lines of its own. */
    public Markup closeLine() {
        close();
        out.append('\n');
        return this;
    }

    /** An element with nothing but text in it. */
    public Markup leaf(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    /** An element that never has content. */
    public Markup empty(String tag, String... attributes) {
        start(tag, attributes);
        out.append("/>");
        return this;
    }

    public Markup text(String text) {
        escape(text);
        return this;
    }

    /** Text of our own that is markup already. */
    public Markup raw(String markup) {
        out.append(markup);
        return this;
    }

    /** Returns the bare tag. */
    private String start(String tag, String... attributes) {
        String[] parts = tag.split("\\.", 2);
        out.append('<').append(parts[0]);
        if (parts.length > 1) {
            out.append(" class=\"").append(parts[1].replace('.', ' ')).append('"');
        }
        for (int a = 0; a < attributes.length; a += 2) {
            out.append(' ').append(attributes[a]).append("=\"");
            escape(attributes[a + 1]);
            out.append('"');
        }
        return parts[0];
    }

    /**
     * The head of a page that needs nothing else.
     *
     * @param sources what the page may use beside style sheets and pictures within it
     */
    public Markup head(String title, String version, String sources, String styles) {
        open("head");
        empty("meta", "charset", "utf-8");
        // Even a mistake of ours could not fetch anything.
        String policy = "default-src 'none'; style-src 'unsafe-inline'; " + sources + "img-src data:";
        empty("meta", "http-equiv", "Content-Security-Policy", "content", policy);
        empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        empty("meta", "name", "color-scheme", "content", "light dark");
        empty("meta", "name", "generator", "content", "Acord " + version);
        empty("link", "rel", "icon", "href", "data:,");
        leaf("title", title);
        return raw("<style>/*<![CDATA[*/\n" + styles + "/*]]>*/</style>\n").closeLine();
    }

    private void escape(String text) {
        for (int at = 0; at < text.length(); ) {
            int c = text.codePointAt(at);
            at += Character.charCount(c);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                case '\r' -> {}
                default -> out.appendCodePoint(isAllowed(c) ? c : 0xFFFD);
            }
        }
    }

    /** What XML 1.0 and HTML both take, without the marks that turn the direction of what follows. */
    static boolean isAllowed(int c) {
        if (c < 0x20) {
            return c == '\t' || c == '\n';
        }
        boolean control = c >= 0x7F && c <= 0x9F;
        boolean surrogate = c >= 0xD800 && c <= 0xDFFF;
        boolean turns = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
        return !control && !surrogate && !turns && (c & 0xFFFE) != 0xFFFE && !(c >= 0xFDD0 && c <= 0xFDEF);
    }

    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new AssertionError("still open: " + open);
        }
        return out.toString();
    }
}
