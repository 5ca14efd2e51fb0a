package io.acord.paper.audit;

import io.acord.lab.figure.Figure;
import io.acord.lab.text.CsvText;
import io.acord.paper.finding.Claim.Measured;
import io.acord.paper.finding.Table;

/** A panel as CSV: the points of all curves with their 95 % intervals, or the edges of a graph; and a table as CSV. */
final class FigureCsv {

    private FigureCsv() {}

    static String of(Figure.Panel panel) {
        StringBuilder text = new StringBuilder();
        if (panel instanceof Figure.Plot plot) {
            text.append("curve,x,y,low95,high95\n");
            for (Figure.Curve curve : plot.curves()) {
                for (int k = 0; k < curve.x().size(); k++) {
                    text.append(CsvText.field(curve.name())).append(',');
                    text.append(number(curve.x().get(k))).append(',');
                    text.append(number(curve.y().get(k))).append(',');
                    text.append(number(curve.low().get(k))).append(',');
                    text.append(number(curve.high().get(k))).append('\n');
                }
            }
        } else if (panel instanceof Figure.Drawing drawing) {
            text.append("from,to\n");
            for (int e = 0; e < drawing.graph().edges(); e++) {
                text.append(drawing.graph().tail(e)).append(',');
                text.append(drawing.graph().head(e)).append('\n');
            }
        } else {
            throw new AssertionError("unhandled panel " + panel);
        }
        return text.toString();
    }

    /** A line for every number of a table. */
    static String of(Table table) {
        StringBuilder text = new StringBuilder("row,column,value,low95,high95\n");
        for (Table.Row row : table.rows()) {
            for (int column = 0; column < table.columns().size(); column++) {
                Measured measured = row.values().get(column);
                text.append(CsvText.field(row.name())).append(',');
                text.append(CsvText.field(table.columns().get(column))).append(',');
                text.append(number(measured.value())).append(',');
                text.append(number(measured.low())).append(',');
                text.append(number(measured.high())).append('\n');
            }
        }
        return text.toString();
    }

    /** Empty where there is none. */
    private static String number(double value) {
        return Double.isFinite(value) ? CsvText.number(value) : "";
    }
}
