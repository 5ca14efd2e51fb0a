package io.acord.paper.study;

import io.acord.lab.figure.Figure;
import io.acord.lab.figure.Figure.Axis;
import io.acord.lab.figure.Figure.Curve;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.Hindsight;
import io.acord.lab.policy.Consensus;
import io.acord.lab.policy.FollowTheMinimizer;
import io.acord.lab.policy.Local;
import io.acord.lab.policy.LocalRobd;
import io.acord.lab.policy.Lpc;
import io.acord.lab.policy.Myopic;
import io.acord.lab.policy.Policy;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Beyond the paper: what every policy pays for the bytes it sends. */
public final class TrafficStudy extends Study {

    private static final PaperSetting SETTING = new PaperSetting(20, 2, 50, 12);

    /** After the names of those who need one. */
    private static final String CENTRE = ", by a centre";

    /** Who sends nothing is drawn here. */
    private static final double NOTHING = 1;

    public TrafficStudy() {
        super("traffic", "Beyond the paper: cost against bytes for every policy");
    }

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        Map<String, List<Policy>> families = families(setup);
        List<List<double[]>> bySeed = ParallelMap.map(setup.allSeeds(), setup, progress, seed -> {
            Instance instance = SETTING.instance(seed);
            LambdaRule rule = setup.mu().lambdaRule(instance);
            double opt = Hindsight.solve(instance, 1).optimum().upperBound();
            List<double[]> all = new ArrayList<>();
            families.values()
                    .forEach(family -> family.forEach(policy -> {
                        PlayedRun paid = PlayedRun.by(policy, instance, rule);
                        double bytes = (double) paid.traffic().bytes() / SETTING.agents() / PaperSetting.HORIZON;
                        all.add(new double[] {bytes, paid.total() / opt});
                    }));
            return all;
        });
        List<Curve> curves = new ArrayList<>();
        int at = 0;
        double cheapest = Double.POSITIVE_INFINITY;
        String best = "";
        for (Map.Entry<String, List<Policy>> family : families.entrySet()) {
            List<Double> bytes = new ArrayList<>();
            List<Statistics> ratios = new ArrayList<>();
            for (Policy policy : family.getValue()) {
                int k = at++;
                double sent = Statistics.of(
                                bySeed.stream().map(seed -> seed.get(k)[0]).toList())
                        .mean();
                Statistics ratio = Statistics.of(
                        bySeed.stream().map(seed -> seed.get(k)[1]).toList());
                bytes.add(Math.max(NOTHING, sent));
                ratios.add(ratio);
                boolean central = family.getKey().endsWith(CENTRE);
                if (!central && ratio.mean() <= 1.01 && sent < cheapest) {
                    cheapest = sent;
                    best = policy.name();
                }
            }
            curves.add(Curves.means(family.getKey(), bytes, ratios));
        }
        Figure figure = new Figure(
                "traffic",
                "Cost/OPT against bytes per agent and round, N = 20, D = 2, β = 50, T = 20",
                "",
                best.isEmpty()
                        ? "Without a centre nobody comes within 1 % of OPT."
                        : "The fewest bytes for a cost within 1 % of OPT without a centre: " + Wording.number(cheapest)
                                + ", by " + best + ".",
                setup.words() + "; a number is 8 bytes, policies that send nothing are drawn at 1 byte",
                1,
                List.of(Curves.plot(
                        "a", "every policy", Axis.log("bytes per agent and round"), Axis.log("cost/OPT"), curves, 1)));
        return new Findings(List.of(figure), List.of());
    }

    private static Map<String, List<Policy>> families(StudySetup setup) {
        Map<String, List<Policy>> families = new LinkedHashMap<>();
        List<Integer> iterations = setup.quick() ? List.of(2, 12) : List.of(1, 2, 4, 6, 9, 12, 16, 24, 36);
        for (Variant variant : Variant.all()) {
            families.put(
                    "ACORD " + variant.description(),
                    iterations.stream()
                            .map(k -> PaperSetting.acord(
                                    setup,
                                    "ACORD " + variant.description() + ", K = " + k,
                                    variant,
                                    k,
                                    OptionalDouble.empty()))
                            .toList());
        }
        families.put("LPC(r), r = 1, 2, …", SETTING.lpcs(setup));
        families.put("LPC(r, 3), r = 1, 2, …", ahead(setup));
        families.put("exact ROBD" + CENTRE, List.of(new Robd("exact ROBD")));
        families.put("myopic" + CENTRE, List.of(new Myopic("myopic")));
        families.put("consensus" + CENTRE, List.of(new Consensus("consensus")));
        families.put("follow the minimiser", List.of(new FollowTheMinimizer("follow the minimiser")));
        families.put("LOCAL", List.of(new Local("LOCAL")));
        families.put("local ROBD", List.of(new LocalRobd("local ROBD")));
        return families;
    }

    private static List<Policy> ahead(StudySetup setup) {
        List<Policy> all = new ArrayList<>();
        for (int r = 1; r <= SETTING.diameter(); r += setup.quick() ? 4 : 1) {
            all.add(new Lpc("LPC(" + r + ", 3)", r, 3, setup.boundary(), 0));
        }
        return all;
    }
}
