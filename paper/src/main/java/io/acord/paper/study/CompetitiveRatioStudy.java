package io.acord.paper.study;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.lab.figure.Figure;
import io.acord.lab.figure.Figure.Axis;
import io.acord.lab.figure.Figure.Curve;
import io.acord.lab.instance.FixedRounds;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.Hindsight;
import io.acord.lab.policy.AcordPolicy;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.Robd;
import io.acord.lab.run.Statistics;
import io.acord.model.Round;
import io.acord.paper.experiment.ParallelMap;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.experiment.WorstCaseSearch;
import io.acord.paper.finding.Claim;
import io.acord.paper.finding.Curves;
import io.acord.paper.finding.Evidence;
import io.acord.paper.finding.Findings;
import io.acord.paper.finding.Wording;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.theory.CompetitiveRatio;
import io.acord.theory.LowerBound;
import io.acord.theory.TheoremA;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Theorem 3.1 and what it rests on: cost/OPT of exact ROBD and of ACORD on random, adversarial and searched-for runs,
 * against CR* and Theorem A.
 */
public final class CompetitiveRatioStudy extends Study {

    private static final int AGENTS = 8;
    private static final int HORIZON = 12;
    private static final double BETA = 1;

    /** A graph of its own in every round, not always connected. */
    private static final String GRAPH = "{kind: erdos-renyi, p: 0.3, every: 1}";

    private static final int[] ITERATIONS = {1, 2, 4, 8, 16, 32};

    /** Where the costs come from. */
    private enum Kind {
        SPIKES("spikes"),
        DRIFT("drift"),
        MIXED("mixed, non-smooth");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        Instance instance(double mu, long seed) {
            return switch (this) {
                case SPIKES ->
                    raised(RandomInstances.instance("{kind: spikes}", GRAPH, AGENTS, HORIZON, BETA, seed), mu);
                case DRIFT ->
                    RandomInstances.instance(
                            "{kind: drift, step: 3, alpha: [" + mu / 2 + ", " + 2 * mu + "]}",
                            GRAPH,
                            AGENTS,
                            HORIZON,
                            BETA,
                            seed);
                case MIXED ->
                    RandomInstances.instance("{kind: mixed, mu: " + mu + "}", GRAPH, AGENTS, HORIZON, BETA, seed);
            };
        }

        /** The same targets, with no curvature below μ. */
        private static Instance raised(Instance instance, double mu) {
            List<Round> rounds = new ArrayList<>();
            for (int t = 1; t <= instance.horizon(); t++) {
                Round round = instance.round(t);
                HittingCost[] costs = new HittingCost[round.agents()];
                Arrays.setAll(costs, i -> {
                    Quadratic cost = (Quadratic) round.cost(i);
                    return Quadratic.diagonal(
                            new double[] {i == 0 ? mu : Math.max(mu, cost.curvature(0, 0))}, cost.target(0));
                });
                rounds.add(Round.builder(round.agents(), 1)
                        .costs(costs)
                        .coupling(round.coupling())
                        .beta(round.beta())
                        .build());
            }
            return new FixedRounds(rounds, instance.start());
        }
    }

    /** What one random run showed. */
    private record Run(
            double exact,
            double shareOfExact,
            List<Double> iterated,
            List<Double> ofTheoremA,
            double ofTheorem31,
            long paperK) {}

    /** What one run showed whose graphs an adversary chose. */
    private record Duel(double shareOfExact, double ofTheoremA) {}

    private record Case(Kind kind, double mu, long seed) {}

    public CompetitiveRatioStudy() {
        super(
                "competitive-ratio",
                "Competitive ratio: random, adversarial and searched-for worst cases against Theorem 3.1 and Theorem A");
    }

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        List<Double> mus = setup.quick() ? List.of(0.01, 0.1, 1.0) : List.of(0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0);
        List<Case> cases = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (double mu : mus) {
                setup.allSeeds().forEach(seed -> cases.add(new Case(kind, mu, seed)));
            }
        }
        List<Run> runs = ParallelMap.map(cases, setup, progress, CompetitiveRatioStudy::play);
        List<Double> adversarial =
                mus.stream().map(CompetitiveRatioStudy::onTheAdversary).toList();
        List<Double> searched = ParallelMap.map(mus, setup, (done, all) -> {}, mu -> search(mu, setup));
        List<Duel> duels = ParallelMap.map(cases, setup, (done, all) -> {}, CompetitiveRatioStudy::duels).stream()
                .flatMap(List::stream)
                .toList();
        Results results = new Results(mus, cases, runs, duels, adversarial, searched);
        double most = Math.max(results.ofTheoremA(), results.duelsOfTheoremA());
        List<String> broken = most <= 1
                ? List.of()
                : List.of("A run cost " + Wording.number(most) + " times the bound of Theorem A.");
        return new Findings(List.of(results.figure(setup)), results.claims(), broken);
    }

    private static Run play(Case which) {
        Instance instance = which.kind().instance(which.mu(), which.seed());
        Hindsight hindsight = Hindsight.solve(instance, 1);
        double opt = hindsight.optimum().lowerBound(); // the harder way, where it is not exact
        double least =
                CompetitiveRatio.lambda1(Arrays.stream(instance.leastMu()).min().orElseThrow());
        TheoremA theorem = new TheoremA(least);
        List<Double> ratios = new ArrayList<>();
        List<Double> ofBound = new ArrayList<>();
        for (int k : ITERATIONS) {
            PlayedRun paid = PlayedRun.by(acord(IterationRule.fixed(k)), instance);
            ratios.add(paid.total() / opt);
            ofBound.add(paid.total() / theorem.bestBound(opt, paid.gaps(instance)));
        }
        PlayedRun byPaper = PlayedRun.by(new PaperFormula("ACORD"), instance);
        double promised = theorem.ratioOverHorizon(HORIZON) * opt + (1 + BETA) / (4 * HORIZON); // m = l = 1
        double exact = PlayedRun.by(new Robd("ROBD"), instance).total() / opt;
        return new Run(
                exact,
                exact / theorem.competitiveRatio(),
                ratios,
                ofBound,
                byPaper.total() / promised,
                byPaper.iterations() / HORIZON);
    }

    /** Against every adversary: exact ROBD, and ACORD with few iterations. */
    private static List<Duel> duels(Case which) {
        Instance costs = which.kind().instance(which.mu(), which.seed());
        TheoremA theorem = new TheoremA(
                CompetitiveRatio.lambda1(Arrays.stream(costs.leastMu()).min().orElseThrow()));
        List<Duel> duels = new ArrayList<>();
        for (GraphAdversary adversary : GraphAdversary.values()) {
            GraphAdversary.Game exact = adversary.play(new Robd("ROBD"), costs);
            double ratio = exact.run().total()
                    / Hindsight.solve(exact.rounds(), 1).optimum().lowerBound();
            GraphAdversary.Game few = adversary.play(acord(IterationRule.fixed(4)), costs);
            double opt = Hindsight.solve(few.rounds(), 1).optimum().lowerBound();
            duels.add(new Duel(
                    ratio / theorem.competitiveRatio(),
                    few.run().total() / theorem.bestBound(opt, few.run().gaps(few.rounds()))));
        }
        return duels;
    }

    private static Policy acord(IterationRule iterations) {
        return new AcordPolicy("ACORD", Recipe.paper().with(iterations), true);
    }

    /** Exact ROBD on the lower bound's instance. */
    private static double onTheAdversary(double mu) {
        LowerBound bound = LowerBound.ofEqualAgents(4, mu, 100, 1e6);
        Coupling ring = Coupling.unit(RandomInstances.graph("{kind: ring}", 4, 1), 1);
        Instance instance = Adversary.ofEqualAgents(bound, ring, BETA);
        return PlayedRun.by(new Robd("ROBD"), instance).total()
                / Hindsight.solve(instance, 1).optimum().upperBound();
    }

    /** The worst of several sizes. */
    private static double search(double mu, StudySetup setup) {
        int generations = setup.quick() ? 60 : 600;
        double worst = 0;
        for (int[] size : new int[][] {{1, 4}, {1, 6}, {2, 5}, {3, 6}}) {
            double found = WorstCaseSearch.search(
                    mu, CompetitiveRatio.lambda1(mu), size[0], size[1], generations, setup.seed());
            worst = Math.max(worst, found);
        }
        return worst;
    }

    /** Everything that was measured, by kind and μ. */
    private record Results(
            List<Double> mus,
            List<Case> cases,
            List<Run> runs,
            List<Duel> duels,
            List<Double> adversarial,
            List<Double> searched) {

        double duelsOfTheoremA() {
            return duels.stream().mapToDouble(Duel::ofTheoremA).max().orElseThrow();
        }

        private double duelsOfExact() {
            return duels.stream().mapToDouble(Duel::shareOfExact).max().orElseThrow();
        }

        private List<Run> of(Kind kind, double mu) {
            return IntStream.range(0, cases.size())
                    .filter(k -> cases.get(k).kind() == kind && cases.get(k).mu() == mu)
                    .mapToObj(runs::get)
                    .toList();
        }

        /** The largest share of CR* that exact ROBD took, of all runs. */
        private double shareOfExact() {
            return runs.stream().mapToDouble(Run::shareOfExact).max().orElseThrow();
        }

        private double shareOf(List<Double> ratios) {
            return IntStream.range(0, mus.size())
                    .mapToDouble(m -> ratios.get(m) / CompetitiveRatio.optimal(mus.get(m)))
                    .max()
                    .orElseThrow();
        }

        private double ofTheorem31() {
            return runs.stream().mapToDouble(Run::ofTheorem31).max().orElseThrow();
        }

        private double ofTheoremA() {
            return runs.stream()
                    .flatMap(run -> run.ofTheoremA().stream())
                    .mapToDouble(Double::doubleValue)
                    .max()
                    .orElseThrow();
        }

        private long mostPaperK() {
            return runs.stream().mapToLong(Run::paperK).max().orElseThrow();
        }

        List<Claim> claims() {
            double exact = Math.max(shareOfExact(), shareOf(searched));
            double attained = shareOf(adversarial);
            Claim theorem = Evidence.about(
                            "theorem-competitive-ratio",
                            "3.1, Theorem 3.1",
                            "With the paper's K_t, ACORD pays at most (CR* + 1/2T²)/(1 − 1/2T²) times OPT plus (1 + βm²/l)/4T.")
                    .number("largest cost / promised, K_t of the paper", ofTheorem31())
                    .number("largest cost / bound of Theorem A, any K", ofTheoremA())
                    .number("largest K_t of the paper", (double) mostPaperK())
                    .number("runs", runs.size())
                    .shownBy("competitive-ratio")
                    .holds(
                            ofTheorem31() <= 1 && ofTheoremA() <= 1,
                            "Reproduced if no run costs more than promised. The printed proof uses an inequality that is false (see lemma-distance-e4); Theorem A proves more, for "
                                    + "whatever was played, and no run broke it either. The term βm²/l is not needed.");
            Claim robd = Evidence.about(
                            "theorem-exact-robd",
                            "Appendix C, Theorem C.2",
                            "Minimising F_t exactly in every round, with a local λ₁ each, has the competitive ratio 1/2 + 1/2 √(1 + 4/min μ), and that is attained.")
                    .number("largest ratio / CR*, random runs", shareOfExact())
                    .number("largest ratio / CR*, searched-for runs", shareOf(searched))
                    .number("largest ratio / CR*, lower bound's instance", attained)
                    .shownBy("competitive-ratio")
                    .holds(
                            exact <= 1 && attained <= 1 + 1e-9 && attained >= 0.999,
                            "Reproduced if no run exceeds CR*, searched-for ones included, and the adversary comes within 0.1 % of it.");
            Claim dynamic = Evidence.about(
                            "dynamic-graphs",
                            "1 and 2.1",
                            "The guarantee holds for heterogeneous costs and for graphs that an adaptive adversary chooses anew in every round and that need not be connected.")
                    .number("largest cost / bound of Theorem A, adversary, K = 4", duelsOfTheoremA())
                    .number("largest ratio / CR* of exact ROBD, adversary", duelsOfExact())
                    .number("runs against an adversary who sees the actions", duels.size())
                    .number("largest cost / bound of Theorem A, random graphs", ofTheoremA())
                    .number("largest ratio / CR* of exact ROBD, random graphs", shareOfExact())
                    .number("runs with a new random graph in every round", runs.size())
                    .shownBy("competitive-ratio")
                    .holds(
                            ofTheoremA() <= 1 && shareOfExact() <= 1 && duelsOfTheoremA() <= 1 && duelsOfExact() <= 1,
                            "An adversary chooses E_t after it has seen x_{t−1}: it couples the lower half of the actions with the upper half; or leaves all alone in every other round and then couples those who went "
                                    + "apart; or takes, of five graphs, the one on which an exact round is the most expensive. Besides, random runs with a new Erdős–Rényi graph in every round, p = 0.3. Agents differ. "
                                    + "Reproduced if no run breaks its bound.");
            double atOne = new TheoremA(0.5).ratioOverHorizon(1);
            Claim twice = Evidence.about(
                            "ratio-at-most-2cr-plus-1",
                            "3.1, after Theorem 3.1",
                            "The ratio of Theorem 3.1 is at most 2 CR* + 1 and falls to CR* as T grows.")
                    .restsOn(Claim.Basis.ALGEBRA)
                    .number("ratio at T = 1, CR* = 2", atOne)
                    .number("ratio at T = 10, CR* = 2", new TheoremA(0.5).ratioOverHorizon(10))
                    .number("ratio at T = 1000, CR* = 2", new TheoremA(0.5).ratioOverHorizon(1000))
                    .holds(
                            atOne <= 5 * (1 + 1e-12) && Math.abs(new TheoremA(0.5).ratioOverHorizon(1000) - 2) < 1e-5,
                            "Computed from the formula: 2 CR* + 1 = 5 at T = 1 exactly, and within 10⁻⁵ of CR* at T = 1000.");
            return List.of(theorem, robd, dynamic, twice);
        }

        Figure figure(StudySetup setup) {
            List<Double> optimal = mus.stream().map(CompetitiveRatio::optimal).toList();
            List<Curve> exact = new ArrayList<>();
            List<Curve> iterated = new ArrayList<>();
            exact.add(Curves.dashed("CR*", mus, optimal));
            iterated.add(Curves.dashed("CR*", mus, optimal));
            exact.add(Curves.points("lower bound's instance, T = 100", mus, adversarial));
            exact.add(Curves.points("worst found, N ≤ 3, T ≤ 6", mus, searched));
            int four = Arrays.binarySearch(ITERATIONS, 4);
            List<Curve> bounds = new ArrayList<>();
            List<Double> ks = Arrays.stream(ITERATIONS).asDoubleStream().boxed().toList();
            for (Kind kind : Kind.values()) {
                exact.add(Curves.means(kind.words, mus, over(kind, Run::exact)));
                iterated.add(Curves.means(
                        kind.words, mus, over(kind, run -> run.iterated().get(four))));
                List<Double> largest = new ArrayList<>();
                for (int k = 0; k < ITERATIONS.length; k++) {
                    int at = k;
                    largest.add(mus.stream()
                            .flatMap(mu -> of(kind, mu).stream())
                            .mapToDouble(run -> run.ofTheoremA().get(at))
                            .max()
                            .orElseThrow());
                }
                bounds.add(Curves.line(kind.words, ks, largest));
            }
            return new Figure(
                    "competitive-ratio",
                    "Cost/OPT over μ, N = 8, T = 12, β = 1, a new random graph in every round",
                    "ACORD with K_t iterations pays at most CR_ACORD times OPT plus o(1), CR_ACORD → CR* (Theorem 3.1).",
                    "Exact ROBD took at most " + Wording.number(shareOfExact()) + " of CR* on random runs, "
                            + Wording.number(shareOf(searched)) + " on those found by search, and "
                            + Wording.number(shareOf(adversarial))
                            + " on the lower bound's instance. ACORD never paid more than "
                            + Wording.number(ofTheoremA())
                            + " of Theorem A's bound.",
                    "mu horizon, from zero, " + setup.seeds() + " seeds from " + setup.seed(),
                    3,
                    List.of(
                            Curves.plot("a", "exact ROBD", Axis.log("μ"), Axis.log("cost/OPT"), exact),
                            Curves.plot("b", "ACORD, K = 4", Axis.log("μ"), Axis.log("cost/OPT"), iterated),
                            Curves.plot(
                                    "c",
                                    "cost / bound of Theorem A, largest",
                                    Axis.log("iterations K"),
                                    Axis.linear("share of the bound"),
                                    bounds,
                                    1)));
        }

        private List<Statistics> over(Kind kind, java.util.function.ToDoubleFunction<Run> what) {
            return mus.stream()
                    .map(mu -> Statistics.of(
                            of(kind, mu).stream().map(what::applyAsDouble).toList()))
                    .toList();
        }
    }
}
