package io.acord.paper.study;

import io.acord.lab.figure.Figure;
import io.acord.lab.figure.Figure.Axis;
import io.acord.lab.figure.Figure.Curve;
import io.acord.lab.figure.Figure.Panel;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.Hindsight;
import io.acord.lab.policy.Robd;
import io.acord.lab.run.Statistics;
import io.acord.paper.experiment.PaperSetting;
import io.acord.paper.experiment.ParallelMap;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Curves;
import io.acord.paper.finding.Findings;
import io.acord.paper.finding.Wording;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Variant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;

/** Beyond the paper: what the variants of ACORD pay for the same messages. */
public final class VariantStudy extends Study {

    public VariantStudy() {
        super("variants", "Beyond the paper: plain, Jacobi and accelerated ACORD at equal messages");
    }

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        List<Integer> iterations = setup.quick() ? List.of(2, 6, 12) : List.of(1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48);
        List<Double> x = iterations.stream().map(Integer::doubleValue).toList();
        List<PaperSetting> settings = setup.quick()
                ? List.of(new PaperSetting(20, 2, 50, 12))
                : List.of(
                        new PaperSetting(20, 2, 50, 12),
                        new PaperSetting(20, 2, 250, 15),
                        new PaperSetting(40, 10, 50, 12));
        List<Panel> panels = new ArrayList<>();
        StringBuilder found = new StringBuilder();
        for (PaperSetting setting : settings) {
            Progress part = progress.part(panels.size(), settings.size());
            List<List<List<Double>>> bySeed =
                    ParallelMap.map(setup.allSeeds(), setup, part, seed -> ratios(setting, setup, seed, iterations));
            List<Curve> curves = new ArrayList<>();
            int v = 0;
            for (Variant variant : Variant.all()) {
                int row = v++;
                List<Statistics> means = new ArrayList<>();
                for (int k = 0; k < iterations.size(); k++) {
                    int at = k;
                    means.add(Statistics.of(bySeed.stream()
                            .map(seed -> seed.get(row).get(at) - 1)
                            .toList()));
                }
                curves.add(Curves.positive(Curves.means(variant.description(), x, means)));
                if (variant == Variant.PLAIN || variant == Variant.ACCELERATED) {
                    double atTwelve = means.get(iterations.indexOf(12)).mean();
                    found.append(variant == Variant.PLAIN ? "" : " against ").append(Wording.number(1 + atTwelve));
                }
            }
            double exact = Statistics.of(bySeed.stream()
                            .map(seed -> seed.get(Variant.all().size()).get(0) - 1)
                            .toList())
                    .mean();
            curves.add(Curves.dashed("exact ROBD", x, Collections.nCopies(x.size(), exact)));
            found.append(" (N = " + setting.agents() + ", D = " + setting.degree() + ", β = "
                    + PaperSetting.plain(setting.beta()) + "), ");
            panels.add(Curves.plot(
                    String.valueOf((char) ('a' + panels.size())),
                    "N = " + setting.agents() + ", D = " + setting.degree() + ", β = "
                            + PaperSetting.plain(setting.beta()),
                    Axis.log("iterations K, one message per neighbour each"),
                    Axis.log("(cost − OPT)/OPT"),
                    curves));
        }
        Figure figure = new Figure(
                "variants",
                "What is paid above OPT after K iterations, spiking costs, T = 20",
                "",
                "At K = 12 plain against accelerated, cost/OPT: " + found.substring(0, found.length() - 2) + ".",
                setup.words(),
                settings.size(),
                panels);
        return new Findings(List.of(figure), List.of());
    }

    /** cost/OPT of each variant for each K, and of exact ROBD at the end. */
    private static List<List<Double>> ratios(
            PaperSetting setting, StudySetup setup, long seed, List<Integer> iterations) {
        Instance instance = setting.instance(seed);
        LambdaRule rule = setup.mu().lambdaRule(instance);
        double opt = Hindsight.solve(instance, 1).optimum().upperBound();
        List<List<Double>> all = new ArrayList<>();
        for (Variant variant : Variant.all()) {
            List<Double> ratios = new ArrayList<>();
            for (int k : iterations) {
                ratios.add(PlayedRun.by(
                                        PaperSetting.acord(setup, "ACORD", variant, k, OptionalDouble.empty()),
                                        instance,
                                        rule)
                                .total()
                        / opt);
            }
            all.add(ratios);
        }
        all.add(List.of(PlayedRun.by(new Robd("ROBD"), instance, rule).total() / opt));
        return all;
    }
}
