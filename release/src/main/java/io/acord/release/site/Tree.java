package io.acord.release.site;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The documents of the tree, and where their links lead. */
final class Tree {

    private final Path root;
    private final Map<String, Document> documents = new TreeMap<>();

    private Tree(Path root) {
        this.root = root;
    }

    /** All Markdown files of a tree: those beside its readme, those of {@code docs} and whatever they link to. */
    static Tree read(Path root) throws IOException {
        Tree tree = new Tree(root);
        Deque<Path> files = new ArrayDeque<>();
        try (Stream<Path> beside = Files.list(root);
                Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            Stream.concat(beside, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .forEach(files::add);
        }
        while (!files.isEmpty()) {
            Document document = Document.read(root, files.remove());
            if (tree.documents.putIfAbsent(document.path(), document) == null) {
                for (String destination : document.destinations()) {
                    target(document, destination)
                            .map(target -> root.resolve(target.path()))
                            .filter(file -> file.toString().endsWith(".md") && Files.exists(file))
                            .ifPresent(files::add);
                }
            }
        }
        return tree;
    }

    Map<String, Document> documents() {
        return documents;
    }

    Path file(String path) {
        return root.resolve(path);
    }

    /**
     * Where a link of a document leads: a path of the tree and, if it has one, an anchor. Empty if it leaves the tree.
     */
    static Optional<Target> target(Document from, String destination) {
        URI uri;
        try {
            uri = new URI(destination.replace(" ", "%20"));
        } catch (URISyntaxException e) {
            return Optional.of(new Target(destination, "")); // leads nowhere
        }
        if (uri.isAbsolute() || uri.getPath() == null || destination.startsWith("//")) {
            return Optional.empty();
        }
        String anchor = uri.getFragment() == null ? "" : uri.getFragment();
        if (uri.getPath().isEmpty()) {
            return Optional.of(new Target(from.path(), anchor));
        }
        Path folder = Path.of(from.path()).getParent();
        Path path = (folder == null ? Path.of(uri.getPath()) : folder.resolve(uri.getPath())).normalize();
        return Optional.of(new Target(path.toString().replace('\\', '/'), anchor));
    }

    /** A place within the tree. */
    record Target(String path, String anchor) {}

    /** Every link that leads nowhere: where it is, and what is missing. */
    List<String> deadLinks() {
        List<String> dead = new ArrayList<>();
        for (Document document : documents.values()) {
            for (String destination : document.destinations()) {
                Optional<String> why = whyDead(document, destination);
                why.ifPresent(missing -> dead.add(document.path() + ": (" + destination + ") " + missing));
            }
        }
        return dead;
    }

    private Optional<String> whyDead(Document document, String destination) {
        Optional<Target> target = target(document, destination);
        if (target.isEmpty()) {
            return Optional.empty();
        }
        String path = target.get().path();
        if (path.startsWith("..") || !Files.exists(root.resolve(path))) {
            return Optional.of("leads to " + path + ", which is not there");
        }
        Document other = documents.get(path);
        if (other == null || target.get().anchor().isEmpty()) {
            return Optional.empty();
        }
        return other.has(target.get().anchor())
                ? Optional.empty()
                : Optional.of("leads to a place of " + path + " that is not there");
    }
}
