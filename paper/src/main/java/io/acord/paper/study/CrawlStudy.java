package io.acord.paper.study;

import io.acord.acord.Acord;
import io.acord.acord.Decision;
import io.acord.graph.Graph;
import io.acord.lab.figure.Figure;
import io.acord.lab.figure.Figure.Axis;
import io.acord.lab.instance.Instance;
import io.acord.model.RoundObjective;
import io.acord.paper.experiment.ParallelMap;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Claim;
import io.acord.paper.finding.Curves;
import io.acord.paper.finding.Evidence;
import io.acord.paper.finding.Findings;
import io.acord.paper.finding.Wording;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.util.ArrayList;
import java.util.List;

/** NETWORK CRAWL: how agents without common knowledge come to a sufficient K. */
public final class CrawlStudy extends Study {

    /** The gap that a round is allowed. */
    private static final double EPSILON = 1e-4;

    public CrawlStudy() {
        super("network-crawl", "NETWORK CRAWL: steps, bytes, and whether its K suffices");
    }

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        List<Integer> sizes = setup.quick() ? List.of(4, 8, 16) : List.of(4, 8, 16, 32, 64, 128);
        List<Double> x = sizes.stream().map(Integer::doubleValue).toList();
        List<Double> steps = new ArrayList<>();
        List<Double> bytes = new ArrayList<>();
        List<Double> iterating = new ArrayList<>();
        double extra = 0;
        for (int agents : sizes) {
            Graph ring = RandomInstances.graph("{kind: ring}", agents, 1);
            Decision decision = decide(RandomInstances.equalAgents(ring, 1, 0.5, setup.seed()));
            // one exchange of q, then everybody on a ring speaks in every step
            double taken = (double) decision.traffic().crawlMessages() / ring.arcs() - 1;
            steps.add(taken);
            extra = Math.max(extra, taken - Math.floorDiv(agents, 2));
            bytes.add((double) decision.traffic().crawlBytes() / agents);
            iterating.add((double) decision.traffic().actionBytes() / agents);
        }
        List<Double> shares = ParallelMap.map(setup.allSeeds(), setup, progress, CrawlStudy::shareOfBudget);
        double largest = shares.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        List<Double> diameters =
                sizes.stream().map(n -> (double) Math.floorDiv(n, 2)).toList();
        Figure figure = new Figure(
                "network-crawl",
                "NETWORK CRAWL on rings of N, β = 1, μ = 0.5, for a gap of 10⁻⁴",
                "At most D steps, D the diameter, and all agents know K_t.",
                "It took the diameter and " + Wording.number(extra)
                        + " steps more, to notice that nobody is missing; its bytes per agent grow as N^"
                        + Wording.number(Curves.slope(x, bytes)) + ", those of the iterations as N^"
                        + Wording.number(Curves.slope(x, iterating)) + ".",
                "mu horizon, from zero, " + setup.seeds() + " seeds from " + setup.seed(),
                2,
                List.of(
                        Curves.plot(
                                "a",
                                "steps",
                                Axis.log("agents N"),
                                Axis.log("steps"),
                                List.of(Curves.points("taken", x, steps), Curves.dashed("diameter", x, diameters))),
                        Curves.plot(
                                "b",
                                "bytes per agent and round",
                                Axis.log("agents N"),
                                Axis.log("bytes"),
                                List.of(
                                        Curves.line("the crawl", x, bytes),
                                        Curves.line("the iterations after it", x, iterating)))));
        Claim claim = Evidence.about(
                        "network-crawl",
                        "3.4, Sub-routine 1",
                        "The crawl ends after at most D steps, D the diameter, with all agents knowing K_t, without any bound on costs or space.")
                .number("most steps beyond the diameter, rings", extra)
                .number("largest gap / budget after the crawl's K, random graphs", largest)
                .number("runs", shares.size())
                .shownBy("network-crawl")
                .holds(
                        extra <= 0 && largest <= 1,
                        extra <= 2 && largest <= 1,
                        "To the letter every agent updates from itself alone and nothing spreads; and no agent knows D. With entries that carry ids, taken from the neighbours, and an end "
                                + "when a step brings nobody new, it takes at most two steps more, component by component, and spreads start gaps and contraction (E17). "
                                + "Reproduced with that correction if every round is within its budget.");
        return new Findings(List.of(figure), List.of(claim));
    }

    private static Decision decide(RoundObjective objective) {
        return Acord.of(Recipe.of(Variant.PLAIN, From.ZERO, new IterationRule.Crawl(EPSILON)))
                .decide(objective);
    }

    /** Unequal, non-smooth costs on a random graph that need not be connected. */
    private static double shareOfBudget(long seed) {
        Instance instance =
                RandomInstances.instance("{kind: mixed, mu: 0.5}", "{kind: erdos-renyi, p: 0.15}", 16, 1, 1, seed);
        RoundObjective objective = RandomInstances.objective(instance.round(1), instance.start());
        Decision decision = decide(objective);
        return RoundMinimum.of(objective).gap(objective, decision.actions()) / EPSILON;
    }
}
