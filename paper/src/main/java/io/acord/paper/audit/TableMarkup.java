package io.acord.paper.audit;

import io.acord.lab.report.Markup;
import io.acord.lab.report.Numbers;
import io.acord.paper.finding.Claim.Measured;
import io.acord.paper.finding.Table;
import java.util.Locale;

/** A table as HTML: values at a glance, with their intervals where the pointer rests. */
final class TableMarkup {

    private TableMarkup() {}

    static String of(Table table) {
        Markup out = new Markup();
        out.open("table").open("thead").open("tr").leaf("th", table.stub(), "scope", "col");
        for (String column : table.columns()) {
            out.leaf("th", column, "scope", "col");
        }
        out.close().closeLine();
        out.open("tbody");
        for (Table.Row row : table.rows()) {
            out.open("tr").leaf("th", row.name(), "scope", "row");
            for (Measured measured : row.values()) {
                out.leaf("td", brief(measured.value()), "title", interval(measured));
            }
            out.closeLine();
        }
        out.closeLine().closeLine();
        return out.toString();
    }

    /** Ratios are told apart in their fourth digit; costs that are far off, and counts, need none. */
    static String brief(double value) {
        boolean isWhole = value == Math.rint(value) && value != 1;
        return String.format(Locale.ROOT, isWhole || Math.abs(value) >= 100 ? "%.0f" : "%.4f", value);
    }

    private static String interval(Measured measured) {
        return measured.low() == measured.high()
                ? Numbers.exact(measured.value())
                : "95 % interval " + Numbers.exact(measured.low()) + " to " + Numbers.exact(measured.high());
    }
}
