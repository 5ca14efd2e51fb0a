package io.acord.paper.audit;

import io.acord.graph.Graph;
import io.acord.lab.run.RunFiles;
import io.acord.paper.finding.Claim;
import io.acord.paper.finding.Figure;
import io.acord.paper.finding.Findings;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Findings as JSON and back, without loss. Numbers that JSON cannot say are words. */
final class FindingsFile {

    private static final JsonFactory FACTORY = new JsonFactory();

    private FindingsFile() {}

    /** @param fingerprint of what they were measured with */
    static String write(Findings findings, String fingerprint) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("fingerprint", fingerprint);
            json.writeArrayPropertyStart("broken");
            findings.broken().forEach(json::writeString);
            json.writeEndArray();
            json.writeArrayPropertyStart("claims");
            findings.claims().forEach(claim -> write(claim, json));
            json.writeEndArray();
            json.writeArrayPropertyStart("figures");
            findings.figures().forEach(figure -> write(figure, json));
            json.writeEndArray();
            json.writeEndObject();
        }
        return text + "\n";
    }

    private static void write(Claim claim, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("id", claim.id());
        json.writeStringProperty("section", claim.section());
        json.writeStringProperty("claim", claim.claim());
        json.writeStringProperty("verdict", claim.verdict().name());
        json.writeObjectPropertyStart("measured");
        claim.measured().forEach((name, measured) -> {
            json.writeArrayPropertyStart(name);
            number(json, measured.value());
            number(json, measured.low());
            number(json, measured.high());
            json.writeEndArray();
        });
        json.writeEndObject();
        json.writeStringProperty("why", claim.why());
        json.writeArrayPropertyStart("figures");
        claim.figures().forEach(json::writeString);
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(Figure figure, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("id", figure.id());
        json.writeStringProperty("title", figure.title());
        json.writeStringProperty("paper", figure.paper());
        json.writeStringProperty("found", figure.found());
        json.writeStringProperty("conventions", figure.conventions());
        json.writeNumberProperty("columns", figure.columns());
        json.writeArrayPropertyStart("panels");
        for (Figure.Panel panel : figure.panels()) {
            json.writeStartObject();
            json.writeStringProperty("id", panel.id());
            json.writeStringProperty("title", panel.title());
            if (panel instanceof Figure.Plot plot) {
                write(plot, json);
            } else if (panel instanceof Figure.Drawing drawing) {
                write(drawing.graph(), json);
            } else {
                throw new AssertionError("unhandled panel " + panel);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(Figure.Plot plot, JsonGenerator json) {
        write("x", plot.x(), json);
        write("y", plot.y(), json);
        json.writeName("level");
        number(json, plot.level().orElse(Double.NaN));
        json.writeArrayPropertyStart("curves");
        for (Figure.Curve curve : plot.curves()) {
            json.writeStartObject();
            json.writeStringProperty("name", curve.name());
            json.writeStringProperty("style", curve.style().name());
            numbers(json, "x", curve.x());
            numbers(json, "y", curve.y());
            numbers(json, "low", curve.low());
            numbers(json, "high", curve.high());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void write(String name, Figure.Axis axis, JsonGenerator json) {
        json.writeObjectPropertyStart(name);
        json.writeStringProperty("label", axis.label());
        json.writeBooleanProperty("log", axis.log());
        json.writeEndObject();
    }

    private static void write(Graph graph, JsonGenerator json) {
        json.writeNumberProperty("agents", graph.agents());
        json.writeArrayPropertyStart("edges");
        for (int e = 0; e < graph.edges(); e++) {
            json.writeNumber(graph.tail(e));
            json.writeNumber(graph.head(e));
        }
        json.writeEndArray();
    }

    private static void numbers(JsonGenerator json, String name, List<Double> values) {
        json.writeArrayPropertyStart(name);
        values.forEach(value -> number(json, value));
        json.writeEndArray();
    }

    private static void number(JsonGenerator json, double value) {
        if (Double.isFinite(value)) {
            json.writeRawValue(RunFiles.number(value));
        } else {
            json.writeString(Double.toString(value));
        }
    }

    /** What was written with this fingerprint; nothing if it is another's, or cut off, or no such file at all. */
    static Optional<Findings> read(String text, String fingerprint) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            Node root = new Node(value(parser, parser.nextToken()));
            if (parser.nextToken() != null || !root.at("fingerprint").text().equals(fingerprint)) {
                return Optional.empty();
            }
            return Optional.of(new Findings(
                    root.at("figures").each(FindingsFile::figure),
                    root.at("claims").each(FindingsFile::claim),
                    root.at("broken").each(Node::text)));
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            return Optional.empty(); // measured anew, whatever it was
        }
    }

    private static Claim claim(Node node) {
        Map<String, Claim.Measured> measured = new LinkedHashMap<>();
        node.at("measured").fields().forEach((name, numbers) -> {
            List<Double> three = numbers.each(Node::number);
            measured.put(name, new Claim.Measured(three.get(0), three.get(1), three.get(2)));
        });
        return new Claim(
                node.at("id").text(),
                node.at("section").text(),
                node.at("claim").text(),
                Claim.Verdict.valueOf(node.at("verdict").text()),
                measured,
                node.at("why").text(),
                node.at("figures").each(Node::text));
    }

    private static Figure figure(Node node) {
        return new Figure(
                node.at("id").text(),
                node.at("title").text(),
                node.at("paper").text(),
                node.at("found").text(),
                node.at("conventions").text(),
                (int) node.at("columns").number(),
                node.at("panels").each(FindingsFile::panel));
    }

    private static Figure.Panel panel(Node node) {
        String id = node.at("id").text();
        String title = node.at("title").text();
        if (node.fields().containsKey("edges")) {
            Graph.Builder graph = Graph.builder((int) node.at("agents").number());
            List<Double> ends = node.at("edges").each(Node::number);
            for (int k = 0; k + 1 < ends.size(); k += 2) {
                graph.edge(ends.get(k).intValue(), ends.get(k + 1).intValue());
            }
            return new Figure.Drawing(id, title, graph.build());
        }
        double level = node.at("level").number();
        return new Figure.Plot(
                id,
                title,
                axis(node.at("x")),
                axis(node.at("y")),
                node.at("curves").each(FindingsFile::curve),
                Double.isNaN(level) ? Optional.empty() : Optional.of(level));
    }

    private static Figure.Axis axis(Node node) {
        return new Figure.Axis(node.at("label").text(), node.at("log").truth());
    }

    private static Figure.Curve curve(Node node) {
        return new Figure.Curve(
                node.at("name").text(),
                Figure.Style.valueOf(node.at("style").text()),
                node.at("x").each(Node::number),
                node.at("y").each(Node::number),
                node.at("low").each(Node::number),
                node.at("high").each(Node::number));
    }

    /** A JSON value that is expected to be of a kind. */
    private record Node(Object value) {

        interface Reading<T> {
            T of(Node node);
        }

        Node at(String name) {
            Node found = fields().get(name);
            if (found == null) {
                throw new IllegalArgumentException("no " + name);
            }
            return found;
        }

        Map<String, Node> fields() {
            if (!(value instanceof Map<?, ?> map)) {
                throw new IllegalArgumentException("not an object");
            }
            Map<String, Node> fields = new LinkedHashMap<>();
            map.forEach((name, inner) -> fields.put(String.valueOf(name), new Node(inner)));
            return fields;
        }

        <T> List<T> each(Reading<T> reading) {
            if (!(value instanceof List<?> list)) {
                throw new IllegalArgumentException("not a list");
            }
            List<T> all = new ArrayList<>();
            list.forEach(inner -> all.add(reading.of(new Node(inner))));
            return all;
        }

        String text() {
            if (!(value instanceof String text)) {
                throw new IllegalArgumentException("not a string");
            }
            return text;
        }

        double number() {
            return value instanceof Double number ? number : Double.parseDouble(text());
        }

        boolean truth() {
            return value instanceof Boolean truth && truth;
        }
    }

    private static Object value(JsonParser parser, JsonToken token) {
        return switch (token) {
            case START_OBJECT -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                String name = parser.nextName();
                while (name != null) {
                    fields.put(name, value(parser, parser.nextToken()));
                    name = parser.nextName();
                }
                yield fields;
            }
            case START_ARRAY -> {
                List<Object> items = new ArrayList<>();
                JsonToken next = parser.nextToken();
                while (next != JsonToken.END_ARRAY) {
                    items.add(value(parser, next));
                    next = parser.nextToken();
                }
                yield items;
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_STRING -> parser.getString();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw new IllegalArgumentException("unexpected " + token);
        };
    }
}
