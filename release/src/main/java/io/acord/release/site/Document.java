package io.acord.release.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/**
 * A Markdown file of the tree: its headings with the anchors that others link to, and its links.
 *
 * @param path within the tree, with slashes
 * @param anchors of its headings, in order
 */
record Document(String path, Node root, Map<Heading, String> anchors) {

    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();

    static Document read(Path tree, Path file) throws IOException {
        return parse(
                tree.toAbsolutePath()
                        .normalize()
                        .relativize(file.toAbsolutePath().normalize())
                        .toString()
                        .replace('\\', '/'),
                Files.readString(file));
    }

    static Document parse(String path, String text) {
        Node root = PARSER.parse(text);
        Map<Heading, String> anchors = new LinkedHashMap<>();
        Map<String, Integer> seen = new HashMap<>();
        root.accept(new AbstractVisitor() {
            @Override
            public void visit(Heading heading) {
                String anchor = anchor(words(heading));
                int before = seen.merge(anchor, 1, Integer::sum) - 1;
                anchors.put(heading, before == 0 ? anchor : anchor + "-" + before);
            }
        });
        return new Document(path, root, anchors);
    }

    /** What the usual viewers of Markdown make of a heading: lower case, no punctuation, hyphens for spaces. */
    static String anchor(String heading) {
        StringBuilder anchor = new StringBuilder();
        heading.strip().toLowerCase(Locale.ROOT).codePoints().forEach(c -> {
            if (Character.isLetterOrDigit(c) || c == '-' || c == '_') {
                anchor.appendCodePoint(c);
            } else if (c == ' ') {
                anchor.append('-');
            }
        });
        return anchor.toString();
    }

    /** The text of a node, without marks; a space between paragraphs and between cells. */
    static String words(Node node) {
        StringBuilder words = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text text) {
                words.append(text.getLiteral());
            }

            @Override
            public void visit(Code code) {
                words.append(code.getLiteral());
            }

            @Override
            public void visit(FencedCodeBlock block) {
                words.append(block.getLiteral());
            }

            @Override
            protected void visitChildren(Node parent) {
                super.visitChildren(parent);
                if (parent instanceof Block || parent instanceof CustomNode) {
                    words.append(' ');
                }
            }

            @Override
            public void visit(SoftLineBreak lineBreak) {
                words.append(' ');
            }

            @Override
            public void visit(HardLineBreak lineBreak) {
                words.append(' ');
            }
        });
        return words.toString().strip();
    }

    /** Whether a link may name this place of it: a heading, or an id that its HTML sets. */
    boolean has(String anchor) {
        if (anchors.containsValue(anchor)) {
            return true;
        }
        boolean[] isSet = new boolean[1];
        String id = "id=\"" + anchor + "\"";
        root.accept(new AbstractVisitor() {
            @Override
            public void visit(HtmlInline html) {
                isSet[0] |= html.getLiteral().contains(id);
            }

            @Override
            public void visit(HtmlBlock html) {
                isSet[0] |= html.getLiteral().contains(id);
            }
        });
        return isSet[0];
    }

    /** Its first heading. */
    String title() {
        return anchors.isEmpty() ? path : words(anchors.keySet().iterator().next());
    }

    /** Everything that it links to or shows, as it is written. */
    List<String> destinations() {
        List<String> destinations = new ArrayList<>();
        root.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                destinations.add(link.getDestination());
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                destinations.add(image.getDestination());
            }
        });
        return destinations;
    }

    /** The page that is made of a Markdown file: folders open with their README. */
    static String page(String path) {
        if (path.equals("README.md")) {
            return "index.html";
        }
        return path.endsWith("/README.md")
                ? path.substring(0, path.length() - "README.md".length()) + "index.html"
                : path.substring(0, path.length() - ".md".length()) + ".html";
    }
}
