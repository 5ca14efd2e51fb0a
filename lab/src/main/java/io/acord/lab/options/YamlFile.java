package io.acord.lab.options;

import io.acord.input.Complaint;
import io.acord.input.Complaints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * YAML as values that know their place. Plain YAML only: no anchors, aliases or tags, one document, every key once.
 * What is wrong becomes a complaint.
 *
 * <p>Reads the parser's events rather than composed nodes: every duplicate key is reported and not just the first, and
 * nesting is cut off before it can exhaust the stack.
 */
public final class YamlFile {

    /** More than this is data, which belongs into a file of its own. */
    private static final int MOST_BYTES = 10_000_000;

    private static final int DEEPEST = 32;
    private static final int LONGEST_SCALAR = 1000;
    private static final int LONGEST_BLOCK = 1_000_000;
    private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");

    private final Complaints complaints;
    private final String name; // of the file, as its author would write it
    private final Function<Mark, String> places;
    private Iterator<Event> events = List.<Event>of().iterator();

    private YamlFile(String name, Function<Mark, String> places, Complaints complaints) {
        this.name = name;
        this.places = places;
        this.complaints = complaints;
    }

    /**
     * The text of a file, without the mark that some editors put in front; empty if there is a complaint.
     *
     * @param what the file should be
     */
    public static Optional<String> text(Path file, String what, Complaints complaints) {
        byte[] bytes;
        try {
            if (!Files.isRegularFile(file)) {
                complaints.add(
                        file.toString(),
                        Files.exists(file) ? "is not a file" : "does not exist",
                        what,
                        "correct the path; it is taken from " + Path.of("").toAbsolutePath());
                return Optional.empty();
            }
            if (Files.size(file) > MOST_BYTES) {
                complaints.add(tooLarge(file.toString(), Files.size(file)));
                return Optional.empty();
            }
            bytes = Files.readAllBytes(file);
        } catch (IOException broken) {
            complaints.add(
                    file.toString(),
                    "cannot be read: " + broken.getMessage(),
                    "a readable file",
                    "check its permissions");
            return Optional.empty();
        }
        return decoded(bytes, file.toString(), complaints);
    }

    private static Complaint tooLarge(String name, long size) {
        return new Complaint(
                name,
                "has " + size + " bytes",
                "at most " + MOST_BYTES,
                "move costs and graphs into files of their own, as csv or jsonl");
    }

    private static Optional<String> decoded(byte[] bytes, String name, Complaints complaints) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length + 1);
        CoderResult result = decoder.decode(in, out, true);
        out.flip();
        String text = out.toString();
        if (result.isError()) {
            complaints.add(
                    name + ":" + lineAndColumn(text, text.length()),
                    "is not UTF-8",
                    "text in UTF-8",
                    "save the file in UTF-8");
            return Optional.empty();
        }
        return Optional.of(text);
    }

    private static String lineAndColumn(String text, int at) {
        int line = 1;
        int start = 0;
        for (int k = 0; k < at; k++) {
            if (text.charAt(k) == '\n') {
                line++;
                start = k + 1;
            }
        }
        return line + ":" + (text.codePointCount(start, at) + 1);
    }

    /** The only document of a text; empty if there is a complaint. */
    public static Optional<Value> parse(String text, String name, Complaints complaints) {
        return new YamlFile(name, mark -> name + ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1), complaints)
                .document(text, true);
    }

    /** A value given in one piece, all of it at one place: that of an option on the command line. */
    static Optional<Value> parseAt(String place, String text, Complaints complaints) {
        return new YamlFile(place, mark -> place, complaints).document(text, false);
    }

    private Optional<Value> document(String given, boolean located) {
        String text = given.startsWith("\uFEFF") ? given.substring(1) : given;
        if (text.length() > MOST_BYTES) {
            complaints.add(tooLarge(name, text.length()));
            return Optional.empty();
        }
        for (int k = 0; k < text.length(); k += Character.charCount(text.codePointAt(k))) {
            if (!StreamReader.isPrintable(text.codePointAt(k))) {
                complaints.add(
                        located ? name + ":" + lineAndColumn(text, k) : name,
                        "has the character U+%04X".formatted(text.codePointAt(k)),
                        "printable characters, because YAML knows no others",
                        "delete it");
                return Optional.empty();
            }
        }
        int before = complaints.size();
        @Nullable Value value;
        try {
            LoadSettings settings = LoadSettings.builder()
                    .setLabel(name)
                    .setCodePointLimit(MOST_BYTES)
                    .build();
            events = new Parse(settings).parseString(text).iterator();
            value = onlyDocument();
        } catch (MarkedYamlEngineException wrong) {
            String place = wrong.getProblemMark().map(places).orElse(name);
            syntax(place, wrong.getProblem() == null ? wrong.getContext() : wrong.getProblem());
            value = null;
        } catch (TooDeep wrong) {
            value = null;
        } catch (RuntimeException wrong) {
            // The parser is not ours: whatever it trips over is the text's fault as far as its author is concerned.
            syntax(name, wrong.getMessage());
            value = null;
        }
        return value == null || complaints.size() > before ? Optional.empty() : Optional.of(value);
    }

    private void syntax(String place, @Nullable String problem) {
        complaints.add(
                place,
                "is not YAML: " + (problem == null ? "unreadable" : problem),
                "YAML, where what belongs together is indented alike",
                "check indentation, colons, quotes and brackets here and on the line above");
    }

    private @Nullable Value onlyDocument() {
        @Nullable Value value = null;
        int documents = 0;
        while (events.hasNext()) {
            Event event = events.next();
            switch (event.getEventId()) {
                case DocumentStart -> {
                    if (++documents == 2) {
                        complaints.add(
                                place(event), "starts a second document", "one document a file", "split the file");
                        return null;
                    }
                }
                case Scalar, SequenceStart, MappingStart, Alias -> value = value(event, 0);
                default -> {} // the ends
            }
        }
        return value == null ? new Value.Scalar("", true, name) : value;
    }

    private Value value(Event event, int depth) {
        String place = place(event);
        if (depth > DEEPEST) {
            complaints.add(
                    place, "is nested more than " + DEEPEST + " deep", "a flat file", "check the brackets around it");
            throw new TooDeep();
        }
        refuseAnchorsAndTags(event, place);
        if (event instanceof ScalarEvent scalar) {
            return scalar(scalar, place);
        }
        return switch (event.getEventId()) {
            case SequenceStart -> listing(place, depth);
            case MappingStart -> mapping(place, depth);
            default -> new Value.Scalar("", true, place); // an alias, complained about
        };
    }

    private Value.Scalar scalar(ScalarEvent scalar, String place) {
        String text = scalar.getValue();
        // Lines of data, as people write them and as a resolved scenario has them.
        boolean isBlock = scalar.getScalarStyle() == ScalarStyle.LITERAL
                || (scalar.getScalarStyle() == ScalarStyle.DOUBLE_QUOTED && text.contains("\n"));
        int longest = isBlock ? LONGEST_BLOCK : LONGEST_SCALAR;
        if (text.length() > longest) {
            complaints.add(
                    place,
                    "has " + text.length() + " characters",
                    "at most " + longest + (isBlock ? " in a block of lines" : " in one word or text"),
                    isBlock ? "put the lines into a file" : "check the quotes around it");
            return new Value.Scalar("", true, place);
        }
        return new Value.Scalar(text, scalar.isPlain() && NULLS.contains(text), place);
    }

    private Value.Listing listing(String place, int depth) {
        List<Value> items = new ArrayList<>();
        while (true) {
            Event event = events.next();
            if (event.getEventId() == Event.ID.SequenceEnd) {
                return new Value.Listing(List.copyOf(items), place);
            }
            items.add(value(event, depth + 1));
        }
    }

    private Value.Mapping mapping(String place, int depth) {
        Map<String, Value.Entry> entries = new LinkedHashMap<>();
        while (true) {
            Event event = events.next();
            if (event.getEventId() == Event.ID.MappingEnd) {
                return new Value.Mapping(entries, place);
            }
            String keyPlace = place(event);
            Value key = value(event, depth + 1);
            Value value = value(events.next(), depth + 1);
            if (!(key instanceof Value.Scalar word)) {
                complaints.add(keyPlace, "is " + key.shown() + " as a key", "a word", "write key: value");
                continue;
            }
            Value.@Nullable Entry first = entries.putIfAbsent(word.text(), new Value.Entry(keyPlace, value));
            if (first != null) {
                complaints.add(
                        keyPlace + ": " + word.text(),
                        "is given twice, first at " + first.keyPlace(),
                        "every key once",
                        "drop one of them");
            }
        }
    }

    private void refuseAnchorsAndTags(Event event, String place) {
        boolean tagged = (event instanceof ScalarEvent scalar && scalar.getTag().isPresent())
                || (event instanceof CollectionStartEvent start
                        && start.getTag().isPresent());
        if (tagged) {
            complaints.add(
                    place, "has a tag", "plain YAML without ! and !!", "drop the tag; quote a text that starts with !");
        }
        if (event instanceof AliasEvent) {
            complaints.add(
                    place,
                    "is an alias",
                    "plain YAML without & and *",
                    "write the value out; quote a text that starts with *");
        } else if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
            complaints.add(
                    place, "has an anchor", "plain YAML without & and *", "drop it; quote a text that starts with &");
        }
    }

    private String place(Event event) {
        return event.getStartMark().map(places).orElse(name);
    }

    /** Ends the reading of a text that has been complained about. */
    private static final class TooDeep extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooDeep() {
            super("too deep", null, false, false);
        }
    }
}
