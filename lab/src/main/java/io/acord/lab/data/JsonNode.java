package io.acord.lab.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** A value in a line of JSON that knows where in the line it starts. */
sealed interface JsonNode {

    /** Bytes before it in its line. */
    int at();

    /** How it would be called in a complaint. */
    String shown();

    record Num(double value, boolean isWhole, int at) implements JsonNode {
        @Override
        public String shown() {
            return isWhole && Math.abs(value) < 1e15 ? Long.toString((long) value) : Double.toString(value);
        }
    }

    record Text(String text, int at) implements JsonNode {
        @Override
        public String shown() {
            String printable = text.replaceAll("\\p{Cntrl}", "?");
            return "\"" + (printable.length() > 60 ? printable.substring(0, 60) + "…" : printable) + "\"";
        }
    }

    record Arr(List<JsonNode> items, int at) implements JsonNode {
        @Override
        public String shown() {
            return "a list of " + items.size();
        }
    }

    record Obj(Map<String, JsonNode> fields, int at) implements JsonNode {
        @Override
        public String shown() {
            return "an object";
        }
    }

    /** true, false or null. */
    record Word(String shown, int at) implements JsonNode {
        boolean isNull() {
            return shown.equals("null");
        }
    }

    /** What is not JSON. */
    final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;
        private final int line;
        private final int at;
        private final String problem;

        Malformed(int line, int at, String problem) {
            super(problem, null, false, false);
            this.line = line;
            this.at = at;
            this.problem = problem;
        }

        /** Counts from 1. */
        int line() {
            return line;
        }

        /** Bytes before it in its line. */
        int at() {
            return at;
        }

        String problem() {
            return problem;
        }
    }

    /** Reads lines of JSON. */
    final class Reader {
        private static final int DEEPEST = 50;
        private static final JsonFactory FACTORY = JsonFactory.builder()
                .streamReadConstraints(
                        StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                .build();

        private Reader() {}

        /** The object on a line. */
        static Obj object(LineReader line) throws Malformed {
            return object(FACTORY, line.bytes(), line.start(), line.end());
        }

        /** The object that these bytes are, if it has no more tokens than that. */
        static Obj object(byte[] bytes, long mostTokens) throws Malformed {
            StreamReadConstraints bounded = StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxTokenCount(mostTokens)
                    .build();
            return object(FACTORY.rebuild().streamReadConstraints(bounded).build(), bytes, 0, bytes.length);
        }

        private static Obj object(JsonFactory factory, byte[] bytes, int from, int to) throws Malformed {
            if (isWide(bytes, from, to)) {
                throw new Malformed(1, 0, "is no UTF-8, but text of two or four bytes a character");
            }
            try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), bytes, from, to - from)) {
                @Nullable JsonToken token = parser.nextToken();
                if (token != JsonToken.START_OBJECT) {
                    throw new Malformed(1, 0, "does not start with {");
                }
                Obj object = (Obj) value(parser, token);
                if (parser.nextToken() != null) {
                    throw malformed(parser.currentTokenLocation(), "goes on after the closing }");
                }
                return object;
            } catch (JacksonException wrong) {
                String problem = wrong.getOriginalMessage();
                throw malformed(
                        wrong.getLocation(),
                        "is not JSON: " + (problem == null ? "unreadable" : problem.replaceAll("\\s+", " ")));
            }
        }

        /**
         * Whether the parser would take it for UTF-16 or UTF-32, by its mark or by a zero among its first bytes; UTF-8
         * has neither.
         */
        private static boolean isWide(byte[] bytes, int from, int to) {
            boolean marked = to - from >= 2
                    && ((bytes[from] == (byte) 0xFE && bytes[from + 1] == (byte) 0xFF)
                            || (bytes[from] == (byte) 0xFF && bytes[from + 1] == (byte) 0xFE));
            for (int at = from; at < Math.min(to, from + 4); at++) {
                marked |= bytes[at] == 0;
            }
            return marked;
        }

        private static JsonNode value(JsonParser parser, JsonToken token) throws Malformed {
            int at = at(parser.currentTokenLocation());
            return switch (token) {
                case START_OBJECT -> {
                    Map<String, JsonNode> fields = new LinkedHashMap<>();
                    String name = parser.nextName();
                    while (name != null) {
                        fields.put(name, value(parser, parser.nextToken()));
                        name = parser.nextName();
                    }
                    yield new Obj(fields, at);
                }
                case START_ARRAY -> {
                    List<JsonNode> items = new ArrayList<>();
                    JsonToken next = parser.nextToken();
                    while (next != JsonToken.END_ARRAY) {
                        items.add(value(parser, next));
                        next = parser.nextToken();
                    }
                    yield new Arr(items, at);
                }
                case VALUE_NUMBER_INT -> new Num(parser.getDoubleValue(), true, at);
                case VALUE_NUMBER_FLOAT -> new Num(parser.getDoubleValue(), false, at);
                case VALUE_STRING -> new Text(parser.getString(), at);
                case VALUE_TRUE, VALUE_FALSE, VALUE_NULL -> new Word(parser.getString(), at);
                default -> throw malformed(parser.currentTokenLocation(), "is not JSON");
            };
        }

        private static Malformed malformed(@Nullable TokenStreamLocation location, String problem) {
            return location == null
                    ? new Malformed(1, 0, problem)
                    : new Malformed(Math.max(1, location.getLineNr()), at(location), problem);
        }

        private static int at(TokenStreamLocation location) {
            return Math.max(0, location.getColumnNr() - 1);
        }
    }
}
