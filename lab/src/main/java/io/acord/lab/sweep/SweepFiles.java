package io.acord.lab.sweep;

import io.acord.internal.system.WholeFile;
import io.acord.lab.figure.Figure;
import io.acord.lab.figure.FigureDrawing;
import io.acord.lab.report.Markup;
import io.acord.lab.source.PackagedText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The files of a sweep that is over: {@code sweep.csv}, {@code differences.csv}, {@code table.tex}, {@code sweep.html},
 * and every figure as SVG, PNG and PDF.
 *
 * @param name of the scenario
 * @param command that does it again
 * @param version of Acord
 */
public record SweepFiles(String name, String command, String version) {

    /**
     * Writes all of them, each in one step.
     *
     * @return their names
     */
    public List<String> write(Path folder, Sweep.Result result) throws IOException {
        List<SweepAxis> axes = result.axes();
        List<SweepCell> cells = SweepCell.of(result.rows());
        List<String> written = new ArrayList<>();
        write(folder, "sweep.csv", SweepTables.csv(result), written);
        write(folder, "differences.csv", SweepTables.differences(axes, cells), written);
        write(folder, "table.tex", SweepTables.latex(axes, cells, command), written);
        int repeats = cells.stream().mapToInt(SweepCell::repeats).max().orElse(0);
        String conventions = (repeats == 1 ? "one repeat" : "means over " + repeats + " repeats") + "; " + command;
        List<String> drawings = new ArrayList<>();
        for (Figure figure : SweepFigures.of(axes, cells, name, conventions)) {
            FigureDrawing drawing = FigureDrawing.ofPolicies(figure, version);
            drawings.add(drawing.svg());
            for (Map.Entry<String, byte[]> file : drawing.files().entrySet()) {
                WholeFile.write(folder.resolve(file.getKey()), file.getValue());
                written.add(file.getKey());
            }
        }
        write(folder, "sweep.html", page(result, cells, drawings), written);
        return written;
    }

    private static void write(Path folder, String file, String text, List<String> written) throws IOException {
        WholeFile.write(folder.resolve(file), text);
        written.add(file);
    }

    private String page(Sweep.Result result, List<SweepCell> cells, List<String> drawings) {
        Markup out = new Markup();
        out.raw("<!DOCTYPE html>\n");
        out.open("html", "lang", "en");
        out.head(name + " · Acord sweep", version, "", PackagedText.of(SweepFiles.class, "sweep.css"));
        out.open("body").open("main").leaf("h1", name + ": " + words(result.axes()));
        for (String promise : result.broken()) {
            out.leaf("p.alarm", "A promise was broken: " + promise);
        }
        drawings.forEach(drawing -> out.open("figure").raw(drawing).closeLine());
        if (SweepFigures.panels(result.axes()) > SweepFigures.MOST_PANELS) {
            out.leaf("p", "The figures show the first " + SweepFigures.MOST_PANELS + " panels; the table has all.");
        }
        out.leaf("h2", "All combinations").leaf("p", SweepTables.HOW);
        out.open("div.scroll").open("table");
        List<List<String>> rows = SweepTables.rows(result.axes(), cells);
        int keys = result.axes().size() + 1;
        for (int r = 0; r < rows.size(); r++) {
            out.open("tr");
            for (int c = 0; c < rows.get(r).size(); c++) {
                String tag = r == 0 ? "th" : "td";
                out.leaf(c < keys ? tag + ".word" : tag, rows.get(r).get(c));
            }
            out.closeLine();
        }
        out.closeLine().closeLine();
        out.leaf("h2", "Play it again")
                .leaf("pre", command)
                .leaf("p", version)
                .closeLine()
                .closeLine()
                .closeLine();
        return out.toString();
    }

    private static String words(List<SweepAxis> axes) {
        List<String> words = new ArrayList<>();
        axes.forEach(axis -> words.add(axis.key() + " = " + String.join(", ", axis.values())));
        return String.join("; ", words);
    }
}
