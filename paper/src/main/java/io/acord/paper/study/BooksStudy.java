package io.acord.paper.study;

import io.acord.acord.HindsightSweeps;
import io.acord.acord.PlayedBooks;
import io.acord.cost.HittingCost;
import io.acord.lab.figure.Figure;
import io.acord.lab.figure.Figure.Axis;
import io.acord.lab.figure.Figure.Curve;
import io.acord.lab.figure.Figure.Panel;
import io.acord.lab.instance.FixedRounds;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.Hindsight;
import io.acord.lab.policy.AcordPolicy;
import io.acord.lab.run.Statistics;
import io.acord.model.Round;
import io.acord.paper.experiment.PaperSetting;
import io.acord.paper.experiment.ParallelMap;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Curves;
import io.acord.paper.finding.Findings;
import io.acord.paper.finding.Wording;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Recipe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Beyond the paper, Theorem E: the ratio that a run certifies by its books, as played, with lent curvature and after
 * hindsight sweeps, and the true one, over K, β and the switching weight b.
 */
public final class BooksStudy extends Study {

    private static final int SWEEPS = 12;

    public BooksStudy() {
        super("books", "Beyond the paper: certified against true ratio");
    }

    /** Of one run: cost over what is proved, and over OPT. */
    private record Ratios(double certified, double lent, double swept, double truth) {}

    /** A setting of Figure 1's kind. */
    private record Spot(double beta, double b, int iterations) {
        Instance instance(long seed) {
            Instance drawn = new PaperSetting(20, 2, beta, iterations).instance(seed);
            return b == 1 ? drawn : weighed(drawn);
        }

        private Instance weighed(Instance drawn) {
            List<Round> rounds = new ArrayList<>();
            for (int t = 1; t <= drawn.horizon(); t++) {
                Round round = drawn.round(t);
                HittingCost[] costs = new HittingCost[round.agents()];
                Arrays.setAll(costs, round::cost);
                double[] weights = new double[round.agents()];
                Arrays.fill(weights, b);
                rounds.add(Round.builder(round.agents(), round.dimension())
                        .costs(costs)
                        .coupling(round.coupling())
                        .beta(round.beta())
                        .switchingWeights(weights)
                        .build());
            }
            return new FixedRounds(rounds, drawn.start());
        }

        String words() {
            return "β = " + PaperSetting.plain(beta) + ", b = " + PaperSetting.plain(b) + ", K = " + iterations;
        }
    }

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        List<Spot> overK = (setup.quick() ? List.of(4, 12) : List.of(2, 4, 6, 8, 12, 16, 24, 32))
                .stream().map(k -> new Spot(50, 1, k)).toList();
        List<Spot> overBeta = (setup.quick() ? List.of(1.0, 50.0) : List.of(1.0, 3.0, 10.0, 50.0, 250.0))
                .stream().map(beta -> new Spot(beta, 1, 12)).toList();
        List<Spot> overB = (setup.quick() ? List.of(1.0, 100.0) : List.of(0.1, 1.0, 10.0, 100.0))
                .stream().map(b -> new Spot(50, b, 12)).toList();
        List<String> broken = new ArrayList<>();
        StringBuilder found = new StringBuilder();
        List<Panel> panels = new ArrayList<>();
        panels.add(
                panel("a", "over K; β = 50, b = 1", "iterations K", overK, setup, progress.part(0, 3), broken, found));
        panels.add(panel("b", "over β; b = 1, K = 12", "β", overBeta, setup, progress.part(1, 3), broken, found));
        panels.add(panel(
                "c", "over b; β = 50, K = 12", "switching weight b", overB, setup, progress.part(2, 3), broken, found));
        Figure figure = new Figure(
                "books",
                "The ratio certified by the books, and the true one; N = 20, D = 2, T = 20, auto from previous, spiking costs",
                "",
                "Means with Theorem F's weights, certified as played, with lent curvature, after " + SWEEPS
                        + " sweeps, and true." + found,
                setup.words(),
                3,
                panels);
        return new Findings(List.of(figure), List.of(), broken);
    }

    private static Panel panel(
            String id,
            String title,
            String axis,
            List<Spot> spots,
            StudySetup setup,
            Progress progress,
            List<String> broken,
            StringBuilder found) {
        List<List<List<Ratios>>> bySeed = ParallelMap.map(
                setup.allSeeds(),
                setup,
                progress,
                seed -> List.of(
                        spots.stream()
                                .map(spot -> ratios(spot, seed, LambdaRule.riccati()))
                                .toList(),
                        spots.stream()
                                .map(spot -> ratios(spot, seed, LambdaRule.running()))
                                .toList()));
        List<Double> x = spots.stream()
                .map(spot -> id.equals("a") ? spot.iterations() : id.equals("b") ? spot.beta() : spot.b())
                .toList();
        for (Spot spot : spots) {
            int at = spots.indexOf(spot);
            if (bySeed.stream().flatMap(List::stream).anyMatch(rule -> isBroken(rule.get(at)))) {
                broken.add("books proved a ratio below the true one (" + spot.words() + ")");
            }
            if (spot.iterations() == 12) {
                found.append(" ").append(spot.words()).append(": ");
                found.append(words(bySeed, at, Ratios::certified)).append(", ");
                found.append(words(bySeed, at, Ratios::lent)).append(", ");
                found.append(words(bySeed, at, Ratios::swept)).append(", ");
                found.append(words(bySeed, at, Ratios::truth)).append(".");
            }
        }
        List<Curve> curves = new ArrayList<>();
        curves.add(curve("certified, Theorem F", x, bySeed, 0, Ratios::certified));
        curves.add(curve("certified, curvature lent", x, bySeed, 0, Ratios::lent));
        curves.add(curve("certified, " + SWEEPS + " sweeps", x, bySeed, 0, Ratios::swept));
        curves.add(curve("true, Theorem F", x, bySeed, 0, Ratios::truth));
        curves.add(curve("certified, λ₁", x, bySeed, 1, Ratios::certified));
        curves.add(curve("true, λ₁", x, bySeed, 1, Ratios::truth));
        return Curves.plot(id, title, Axis.log(axis), Axis.log("ratio − 1"), curves);
    }

    private static boolean isBroken(Ratios ratios) {
        double least = Math.min(ratios.certified(), Math.min(ratios.lent(), ratios.swept()));
        return least < ratios.truth() * (1 - 1e-9);
    }

    private static String words(List<List<List<Ratios>>> bySeed, int at, ToDoubleFunction<Ratios> what) {
        return Wording.number(1 + mean(bySeed, 0, at, what).mean());
    }

    private static Statistics mean(List<List<List<Ratios>>> bySeed, int rule, int at, ToDoubleFunction<Ratios> what) {
        List<Double> above = bySeed.stream()
                .map(seed -> what.applyAsDouble(seed.get(rule).get(at)) - 1)
                .toList();
        return above.stream().allMatch(Double::isFinite)
                ? Statistics.of(above)
                : new Statistics(Double.NaN, Double.NaN, Double.NaN); // of a seed nothing is known
    }

    private static Curve curve(
            String name, List<Double> x, List<List<List<Ratios>>> bySeed, int rule, ToDoubleFunction<Ratios> what) {
        List<Statistics> means = IntStream.range(0, x.size())
                .mapToObj(at -> mean(bySeed, rule, at, what))
                .toList();
        return Curves.positive(Curves.means(name, x, means));
    }

    private static Ratios ratios(Spot spot, long seed, LambdaRule rule) {
        Instance instance = spot.instance(seed);
        double opt = Hindsight.solve(instance, 1).optimum().upperBound();
        Recipe recipe =
                Recipe.standard().with(IterationRule.fixed(spot.iterations())).with(rule);
        PlayedRun run = PlayedRun.by(new AcordPolicy("ACORD", recipe, false), instance, rule);
        PlayedBooks books = PlayedBooks.lending(instance.start());
        List<Round> rounds = new ArrayList<>();
        for (int t = 1; t <= instance.horizon(); t++) {
            rounds.add(instance.round(t));
            books.close(instance.round(t), run.actions().get(t - 1));
        }
        double swept = HindsightSweeps.of(SWEEPS)
                .improve(instance.start(), rounds, run.actions())
                .atLeast();
        return new Ratios(
                ratio(run, books.books().atLeast()), ratio(run, books.atLeast()), ratio(run, swept), run.total() / opt);
    }

    /** +∞ where a bound says nothing: costs are not below 0, so one that is not above 0 does. */
    private static double ratio(PlayedRun run, double bound) {
        return bound > 0 ? run.total() / bound : Double.POSITIVE_INFINITY;
    }
}
