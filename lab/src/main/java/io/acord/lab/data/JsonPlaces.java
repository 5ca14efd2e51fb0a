package io.acord.lab.data;

/**
 * How complaints name places in a document: by line and column where people edit files, by JSON pointer where programs
 * send documents.
 */
interface JsonPlaces {

    /**
     * The path of a field within the object at {@code path}; {@code ""} is the path of the document. A field may be
     * part of a value, as in {@code Q[0]}.
     */
    String inner(String path, String field);

    /** The same for a field that may be called anything. */
    String named(String path, String name);

    /** What a complaint about a value says. */
    String of(JsonNode value, String path);

    /** Places in a file of lines: {@code costs.jsonl:3:17: cost.Q[0]}. */
    record InLine(LineReader line) implements JsonPlaces {

        @Override
        public String inner(String path, String field) {
            return path.isEmpty() ? field : path + "." + field;
        }

        @Override
        public String named(String path, String name) {
            String shown = name.length() > 60 ? name.substring(0, 60) : name;
            return inner(path, shown.replaceAll("\\p{Cntrl}", "?"));
        }

        @Override
        public String of(JsonNode value, String path) {
            String place = line.place(line.start() + value.at());
            return path.isEmpty() ? place : place + ": " + path;
        }
    }

    /** JSON pointers (RFC 6901): {@code /costs/a/Q/0}. */
    record Pointers() implements JsonPlaces {

        /** Of a name: a hundred complaints shall not be larger than what they complain of. */
        private static final int LONGEST = 1000;

        @Override
        public String inner(String path, String field) {
            return path + "/" + field.replace("]", "").replaceAll("[.\\[]+", "/");
        }

        @Override
        public String named(String path, String name) {
            String shown = name.length() > LONGEST ? name.substring(0, LONGEST) + "…" : name;
            return path + "/" + shown.replace("~", "~0").replace("/", "~1");
        }

        @Override
        public String of(JsonNode value, String path) {
            return path;
        }
    }
}
