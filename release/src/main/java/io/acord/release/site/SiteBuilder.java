package io.acord.release.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.renderer.html.HtmlRenderer;
import tools.jackson.databind.json.JsonMapper;

/**
 * Makes the site: {@code SiteBuilder TREE OUT VERSION [JAVADOC]}. JAVADOC is a folder with a folder of Javadoc for
 * every module. A link that leads nowhere fails it: exit code 1, and nothing is written.
 */
public final class SiteBuilder {

    /** The sections of docs/README.md that get pages of their own: one for each kind of readers. */
    private static final Map<String, String> READERS = readers();

    private final Tree tree;
    private final Path out;
    private final String version;
    private final List<String> modules = new ArrayList<>();
    private final Set<String> copied = new TreeSet<>();
    private final Set<String> folders = new TreeSet<>(); // that are linked to and have no readme
    private final List<Map<String, String>> index = new ArrayList<>();
    private final String template;

    private SiteBuilder(Tree tree, Path out, String version) throws IOException {
        this.tree = tree;
        this.out = out;
        this.version = version;
        this.template = resource("page.html");
    }

    private static Map<String, String> readers() {
        Map<String, String> readers = new LinkedHashMap<>();
        readers.put("An engineer who embeds it", "engineer.html");
        readers.put("A researcher", "researcher.html");
        readers.put("An operator of a fleet", "operator.html");
        return readers;
    }

    /** Makes the site. */
    public static void main(String[] args) throws IOException {
        System.exit(run(List.of(args), System.err));
    }

    static int run(List<String> args, PrintStream complaints) throws IOException {
        if (args.size() < 3 || args.size() > 4) {
            complaints.println("SiteBuilder TREE OUT VERSION [JAVADOC]");
            return 2;
        }
        Tree tree = Tree.read(Path.of(args.get(0)));
        List<String> dead = tree.deadLinks();
        if (!dead.isEmpty()) {
            dead.forEach(complaints::println);
            return 1;
        }
        SiteBuilder site = new SiteBuilder(tree, Path.of(args.get(1)), args.get(2));
        if (args.size() == 4) {
            site.javadoc(Path.of(args.get(3)));
        }
        site.build();
        return 0;
    }

    private void javadoc(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            all.filter(Files::isDirectory)
                    .sorted()
                    .forEach(module -> modules.add(module.getFileName().toString()));
        }
    }

    private void build() throws IOException {
        for (Document document : tree.documents().values()) {
            write(Document.page(document.path()), document.title(), html(document, document.root()));
            index(document);
        }
        Document contents = Objects.requireNonNull(tree.documents().get("docs/README.md"), "docs/README.md is missing");
        for (Map.Entry<String, String> reader : READERS.entrySet()) {
            // As if it were in docs, beside what it links to.
            write("docs/" + reader.getValue(), reader.getKey(), section(contents, reader.getKey()));
        }
        if (!modules.isEmpty()) {
            StringBuilder list = new StringBuilder("<h1>Javadoc</h1>\n<ul>\n");
            modules.forEach(
                    module -> list.append("<li><a href=\"" + module + "/index.html\">acord-" + module + "</a></li>\n"));
            write("javadoc/index.html", "Javadoc", list.append("</ul>\n").toString());
        }
        for (String folder : folders) {
            write(folder + "/index.html", folder, contents(folder));
        }
        for (String file : copied) {
            Path to = out.resolve(file);
            Files.createDirectories(to.getParent());
            Files.copy(tree.file(file), to, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        }
        for (String file : List.of("style.css", "site.js")) {
            Files.writeString(out.resolve(file), resource(file));
        }
        // A script and not JSON: a page that is opened from a folder may load scripts, but may not fetch.
        Files.writeString(
                out.resolve("search-index.js"),
                "window.acordIndex = " + JsonMapper.shared().writeValueAsString(index) + ";\n");
    }

    /** The files of a folder, which come along. */
    private String contents(String folder) throws IOException {
        StringBuilder list = new StringBuilder("<h1>" + escaped(folder) + "</h1>\n<ul>\n");
        try (Stream<Path> files = Files.list(tree.file(folder))) {
            files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .forEach(name -> {
                        copied.add(folder + "/" + name);
                        list.append("<li><a href=\"" + escaped(name) + "\">" + escaped(name) + "</a></li>\n");
                    });
        }
        return list.append("</ul>\n").toString();
    }

    /** One entry for every heading: what is below it, up to the next. */
    private void index(Document document) {
        String page = Document.page(document.path());
        Map<String, String> entry = entry(document, page, document.title());
        for (Node node = document.root().getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading heading) {
                entry = entry(document, page + "#" + document.anchors().get(heading), Document.words(heading));
            } else {
                entry.merge("text", Document.words(node), (before, more) -> before + " " + more);
            }
        }
    }

    private Map<String, String> entry(Document document, String address, String heading) {
        Map<String, String> entry = new LinkedHashMap<>();
        entry.put("page", document.title());
        entry.put("heading", heading);
        entry.put("address", address);
        entry.put("text", "");
        index.add(entry);
        return entry;
    }

    private String section(Document contents, String title) {
        StringBuilder html = new StringBuilder("<h1>" + title + "</h1>\n");
        boolean isInside = false;
        for (Node node = contents.root().getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading heading) {
                isInside = Document.words(heading).equals(title);
            } else if (isInside) {
                html.append(html(contents, node));
            }
        }
        return html.toString();
    }

    private String html(Document document, Node node) {
        return HtmlRenderer.builder()
                .extensions(List.of(TablesExtension.create()))
                .attributeProviderFactory(context -> (each, tag, attributes) -> {
                    if (each instanceof Heading heading && document.anchors().containsKey(heading)) {
                        attributes.put("id", document.anchors().get(heading));
                    }
                    if (each instanceof Link && attributes.containsKey("href")) {
                        attributes.put("href", address(document, attributes.get("href")));
                    }
                    if (each instanceof Image image) {
                        address(document, image.getDestination()); // is copied
                        attributes.put("loading", "lazy");
                    }
                })
                .build()
                .render(node);
    }

    /** A link of a document as a link between pages. Files that are no documents come along. */
    private String address(Document document, String destination) {
        return Tree.target(document, destination)
                .map(target -> {
                    String path = target.path();
                    String readme = path + "/README.md";
                    if (Files.isDirectory(tree.file(path))) {
                        if (!tree.documents().containsKey(readme)) {
                            folders.add(path);
                            return relative(Document.page(document.path()), path + "/index.html");
                        }
                        path = readme;
                    }
                    String page = path;
                    if (tree.documents().containsKey(path)) {
                        page = Document.page(path);
                    } else {
                        copied.add(path);
                    }
                    String anchor = target.anchor().isEmpty() ? "" : "#" + target.anchor();
                    return relative(Document.page(document.path()), page) + anchor;
                })
                .orElse(destination);
    }

    private static String relative(String from, String to) {
        Path folder = Path.of(from).getParent();
        return (folder == null ? Path.of(to) : folder.relativize(Path.of(to)))
                .toString()
                .replace('\\', '/');
    }

    private void write(String page, String title, String body) throws IOException {
        Path file = out.resolve(page);
        Files.createDirectories(file.getParent());
        String up = "../".repeat((int) page.chars().filter(c -> c == '/').count());
        Files.writeString(
                file,
                template.replace("{{title}}", escaped(title))
                        .replace("{{version}}", escaped(version))
                        .replace(
                                "{{javadoc}}",
                                modules.isEmpty() ? "" : "<a href=\"{{up}}javadoc/index.html\">Javadoc</a>")
                        .replace("{{up}}", up)
                        .replace("{{body}}", body));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = SiteBuilder.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
