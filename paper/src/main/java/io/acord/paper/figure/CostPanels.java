package io.acord.paper.figure;

import io.acord.lab.figure.Figure;
import io.acord.lab.run.Statistics;
import io.acord.paper.experiment.PaperSetting;
import io.acord.paper.finding.Curves;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The panels that the paper's figures are made of. */
final class CostPanels {

    private CostPanels() {}

    /** Cumulative cost over the rounds, the largest mean of the panel = 1 as in the paper. */
    static Figure.Plot costs(String id, String title, Contest contest) {
        double largest = contest.names().stream()
                .mapToDouble(name -> contest.cost(name, PaperSetting.HORIZON).mean())
                .max()
                .orElseThrow();
        List<Figure.Curve> curves = new ArrayList<>();
        for (String name : contest.names()) {
            List<Double> rounds = new ArrayList<>();
            List<Statistics> means = new ArrayList<>();
            for (int t = 1; t <= PaperSetting.HORIZON; t++) {
                rounds.add((double) t);
                means.add(contest.cost(name, t).map(paid -> paid / largest));
            }
            Figure.Style style = name.equals(Contest.OPT) ? Figure.Style.DASHED : Figure.Style.LINE;
            curves.add(Curves.curve(name, style, rounds, means));
        }
        return new Figure.Plot(
                id,
                title,
                Figure.Axis.linear("round"),
                Figure.Axis.linear("cumulative cost, largest = 1"),
                curves,
                Optional.empty());
    }

    /** Ratios with the line at which both pay the same. */
    static Figure.Plot ratios(String id, String title, Figure.Axis x, Figure.Axis y, List<Figure.Curve> curves) {
        return new Figure.Plot(id, title, x, y, curves, Optional.of(1.0));
    }
}
