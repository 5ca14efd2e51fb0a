package io.acord.lab.network;

import io.acord.lab.data.DataFile;
import io.acord.lab.data.EdgeLines;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphSource;
import io.acord.lab.text.TextSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A file of words with blanks between them, a line an edge. Scratch; one thread. */
final class NetworkFile {

    /** A longer line is a file without line ends, or of another kind. */
    private static final int LONGEST = 10_000;

    private final DataFile file;
    private final EdgeLines edges;
    private int number; // of the line
    private String line = "";

    private NetworkFile(DataFile file, EdgeLines edges) {
        this.file = file;
        this.edges = edges;
    }

    /** What reads the lines. */
    interface Reading {
        void read(NetworkFile file, BufferedReader in) throws IOException;
    }

    /** The graph of the file that the options name. */
    static GraphSource graph(Options options, DeclaredSize declared, Reading reading) {
        Optional<DataFile> file = DataFile.of(options, declared);
        EdgeLines edges =
                new EdgeLines(file.map(DataFile::name).orElse(""), options.complaints(), declared).tolerating(options);
        file.ifPresent(found -> new NetworkFile(found, edges).read(reading));
        return edges.source();
    }

    private void read(Reading reading) {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(TextSource.open(file.path()), StandardCharsets.UTF_8.newDecoder()))) {
            reading.read(this, in);
        } catch (TextSource.NoText other) {
            file.complain(file.name(), other.found(), "text, or text packed by gzip or zstd", other.fix());
        } catch (CharacterCodingException wrong) {
            file.complain(
                    file.name() + ", after line " + number,
                    "is not UTF-8; it may be Latin-1 or a binary file",
                    "text in UTF-8",
                    "save the file as UTF-8");
        } catch (IOException broken) {
            file.complain(
                    file.name(),
                    "cannot be read to its end: " + broken.getMessage(),
                    "a readable file",
                    "copy it anew");
        }
    }

    /**
     * The next line that is neither empty nor a comment.
     *
     * @param comment what a comment begins with
     */
    boolean next(BufferedReader in, String comment) throws IOException {
        while (true) {
            String read = in.readLine();
            if (read == null) {
                return false;
            }
            number++;
            line = read.strip();
            if (number == 1 && line.startsWith("\uFEFF")) {
                line = line.substring(1);
            }
            if (line.length() > LONGEST) {
                complain("is longer than " + LONGEST + " characters", "a line an edge", "write it with line ends");
            } else if (!line.isEmpty() && !line.startsWith(comment)) {
                return true;
            }
        }
    }

    String line() {
        return line;
    }

    /** The words of the line; blanks, tabs and commas stand between them. */
    String[] words() {
        return line.split("[\\s,]+", -1);
    }

    String place() {
        return file.name() + ":" + number;
    }

    void complain(String found, String needed, String fix) {
        file.complain(place(), found, needed, fix);
    }

    /** A finite number of a word; NaN if it is none, which is complained about. */
    double number(String word, String what) {
        try {
            double value = Double.parseDouble(word);
            if (Double.isFinite(value) && !word.matches(".*[dDfFxX]$|0[xX].*")) {
                return value;
            }
        } catch (NumberFormatException e) {
            // complained about below
        }
        String shown = word.length() > 60 ? word.substring(0, 60) + "…" : word;
        file.complain(place() + ": " + what, "is \"" + shown + "\"", "a finite number", "write a number such as 0.5");
        return Double.NaN;
    }

    void edge(String i, String j, double weight) {
        edge(number, i, j, weight);
    }

    /** One that stood on an earlier line. */
    void edge(int at, String i, String j, double weight) {
        edges.add(at, file.name() + ":" + at, 0, i, j, weight);
    }

    /** The number of the line. */
    int number() {
        return number;
    }
}
