package io.acord.lab.sweep;

import io.acord.lab.run.RunResult;
import io.acord.lab.run.Statistics;
import io.acord.lab.terminal.NumberColumn;
import io.acord.lab.terminal.TextTable;
import io.acord.lab.text.CsvText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** What a sweep came to, as files for spreadsheets and papers and as text for a terminal. */
public final class SweepTables {

    /** What the tables say of how they were made. */
    public static final String HOW =
            "Intervals are 95 % confidence intervals of the mean by Student's t. Differences are paired by seed: the cost of"
                    + " the policy less that of the first one on the same costs and graphs; p is of the two-sided paired"
                    + " t-test, corrected by Holm's method for all comparisons of the sweep.";

    private static final int DIGITS = 5;
    private static final int FEW_DIGITS = 3;

    private SweepTables() {}

    /** {@code sweep.csv}: a line for every combination, policy and repeat. */
    public static String csv(Sweep.Result result) {
        Set<String> columns = new LinkedHashSet<>();
        result.rows().forEach(row -> columns.addAll(row.numbers().keySet()));
        StringBuilder csv = new StringBuilder();
        List<String> header = new ArrayList<>(keys(result.axes()));
        header.addAll(List.of("algorithm", "repeat"));
        header.addAll(columns);
        line(csv, header);
        for (SweepRow row : result.rows()) {
            List<String> fields = new ArrayList<>(row.combination());
            fields.add(row.policy());
            fields.add(Integer.toString(row.repeat()));
            columns.forEach(column -> fields.add(number(row.number(column))));
            line(csv, fields);
        }
        return csv.toString();
    }

    /** {@code repeats.csv} of a run: the same columns, of the only combination that it has. */
    public static String repeats(RunResult run) {
        return csv(new Sweep.Result(List.of(), SweepRow.of(List.of(), run), List.of(), 1));
    }

    /** {@code differences.csv}: every policy against the first of its combination. */
    public static String differences(List<SweepAxis> axes, List<SweepCell> cells) {
        StringBuilder csv = new StringBuilder();
        List<String> header = new ArrayList<>(keys(axes));
        header.addAll(List.of("algorithm", "against", "repeats", "difference", "low95", "high95", "p", "pHolm"));
        line(csv, header);
        for (SweepCell cell : cells) {
            cell.against().ifPresent(against -> {
                List<String> fields = new ArrayList<>(cell.combination());
                Statistics difference = against.test().difference();
                fields.addAll(List.of(cell.policy(), against.policy(), Integer.toString(cell.repeats())));
                for (double value : new double[] {
                    difference.mean(),
                    difference.low95(),
                    difference.high95(),
                    against.test().p(),
                    cell.corrected()
                }) {
                    fields.add(number(value));
                }
                line(csv, fields);
            });
        }
        return csv.toString();
    }

    /** Empty: nobody knows. */
    private static String number(double value) {
        return Double.isNaN(value) ? "" : CsvText.number(value);
    }

    private static void line(StringBuilder csv, List<String> fields) {
        csv.append(fields.stream()
                        .map(field -> field.isEmpty() ? "" : CsvText.field(field))
                        .collect(Collectors.joining(",")))
                .append('\n');
    }

    private static List<String> keys(List<SweepAxis> axes) {
        return axes.stream().map(SweepAxis::key).toList();
    }

    /** The cells as rows of text, a header first: keys, policy, cost, interval, ratio, difference, its interval, p. */
    public static List<List<String>> rows(List<SweepAxis> axes, List<SweepCell> cells) {
        List<List<String>> columns = new ArrayList<>();
        for (int k = 0; k < axes.size(); k++) {
            int key = k;
            columns.add(cells.stream().map(cell -> cell.combination().get(key)).toList());
        }
        columns.add(cells.stream().map(SweepCell::policy).toList());
        columns.add(column(cells, cell -> cell.total().mean(), DIGITS));
        columns.add(column(cells, cell -> half(cell.total(), cell.repeats()), FEW_DIGITS));
        columns.add(column(cells, cell -> cell.ratio().mean(), DIGITS));
        columns.add(column(
                cells,
                cell -> cell.against().map(a -> a.test().difference().mean()).orElse(Double.NaN),
                DIGITS));
        columns.add(column(
                cells,
                cell -> cell.against()
                        .map(a -> half(a.test().difference(), cell.repeats()))
                        .orElse(Double.NaN),
                FEW_DIGITS));
        columns.add(cells.stream().map(SweepTables::p).toList());
        List<String> header = new ArrayList<>(keys(axes));
        boolean certified = cells.stream().anyMatch(SweepCell::isCertified);
        header.addAll(List.of(
                "policy", "cost", "± 95 %", certified ? "≤ x OPT" : "x OPT", "difference", "± 95 %", "p (Holm)"));
        List<List<String>> rows = new ArrayList<>(List.of(header));
        for (int r = 0; r < cells.size(); r++) {
            int row = r;
            rows.add(columns.stream().map(column -> column.get(row)).toList());
        }
        return rows;
    }

    private static List<String> column(List<SweepCell> cells, ToDoubleFunction<SweepCell> of, int digits) {
        return NumberColumn.of(
                cells.stream().map(cell -> of.applyAsDouble(cell)).toList(), digits);
    }

    private static double half(Statistics statistics, int repeats) {
        return repeats < 2 ? Double.NaN : statistics.high95() - statistics.mean();
    }

    private static String p(SweepCell cell) {
        double p = cell.corrected();
        return Double.isNaN(p) ? "-" : p < 0.0001 ? "< 0.0001" : String.format(Locale.ROOT, "%.4f", p);
    }

    /** The table for a terminal. */
    public static String text(List<SweepAxis> axes, List<SweepCell> cells, OptionalInt columns) {
        return TextTable.of(rows(axes, cells), axes.size() + 1, columns);
    }

    /** {@code table.tex}, for LaTeX with the package booktabs. */
    public static String latex(List<SweepAxis> axes, List<SweepCell> cells, String command) {
        List<List<String>> rows = rows(axes, cells);
        StringBuilder tex = new StringBuilder("% needs \\usepackage{booktabs}\n% " + command.replace("\n", " ") + "\n");
        tex.append("% ").append(HOW).append('\n');
        tex.append("\\begin{tabular}{").append("l".repeat(axes.size() + 1)).append("r@{\\,}lrr@{\\,}lr}\n\\toprule\n");
        List<String> header = new ArrayList<>(rows.get(0).subList(0, axes.size() + 1));
        header.replaceAll(SweepTables::escaped);
        boolean certified = cells.stream().anyMatch(SweepCell::isCertified);
        header.addAll(List.of(
                "\\multicolumn{2}{c}{cost}",
                certified ? "$\\leq$ cost/OPT" : "cost/OPT", "\\multicolumn{2}{c}{difference}", "$p$"));
        tex.append(String.join(" & ", header)).append(" \\\\\n\\midrule\n");
        List<String> last = List.of();
        for (int r = 1; r < rows.size(); r++) {
            List<String> combination = cells.get(r - 1).combination();
            if (r > 1 && !combination.equals(last)) {
                tex.append("\\addlinespace\n");
            }
            List<String> fields = new ArrayList<>();
            for (int c = 0; c < rows.get(r).size(); c++) {
                String text = rows.get(r).get(c);
                boolean isKey = c < axes.size();
                boolean isHalf = c == axes.size() + 2 || c == axes.size() + 5;
                fields.add(
                        isKey && combination.equals(last)
                                ? ""
                                : c <= axes.size() ? escaped(text) : isHalf ? plusMinus(text) : numeral(text));
            }
            tex.append(String.join(" & ", fields)).append(" \\\\\n");
            last = combination;
        }
        return tex.append("\\bottomrule\n\\end{tabular}\n").toString();
    }

    private static String plusMinus(String text) {
        return text.equals("-") ? "" : "$\\pm\\," + text + "$";
    }

    private static String numeral(String text) {
        return text.equals("-") ? "--" : "$" + text.replace("∞", "\\infty") + "$";
    }

    /** Text that LaTeX prints as it is. */
    static String escaped(String text) {
        StringBuilder safe = new StringBuilder();
        for (int k = 0; k < text.length(); k++) {
            char c = text.charAt(k);
            switch (c) {
                case '\\' -> safe.append("\\textbackslash{}");
                case '~' -> safe.append("\\textasciitilde{}");
                case '^' -> safe.append("\\textasciicircum{}");
                case '&', '%', '$', '#', '_', '{', '}' -> safe.append('\\').append(c);
                default -> safe.append(c);
            }
        }
        return safe.toString();
    }
}
