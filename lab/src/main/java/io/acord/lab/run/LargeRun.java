package io.acord.lab.run;

import io.acord.graph.Coupling;
import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.recipe.LambdaRule;
import io.acord.theory.TheoremA;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What can be said of a run of one policy whose hindsight optimum nobody solves, because the fleet is too large: what
 * it paid, how good every round was by its own certificate, and between which bounds the optimum lies by that (theory
 * 5.4). Collects rounds; one thread.
 */
public final class LargeRun {

    private final Scenario scenario;
    private final Scenario.Algorithm algorithm;
    private final List<Cost> costs = new ArrayList<>();
    private final List<List<Double>> heat = new ArrayList<>();
    private double gaps;
    private double shift;
    private double messages;
    private double bytes;

    public LargeRun(Scenario scenario, Scenario.Algorithm algorithm) {
        this.scenario = scenario;
        this.algorithm = algorithm;
    }

    /**
     * Takes the next round.
     *
     * @param actions if they are still known, for pictures
     * @param certificate a bound on F_t(x_t) − min F_t
     * @param shift Σ min(0, min f) of the round (E19)
     * @param messages that crossed
     * @param bytes their payload
     */
    public void add(
            Optional<Actions> actions, Cost cost, double certificate, double shift, double messages, double bytes) {
        costs.add(cost);
        actions.ifPresent(x -> heat.add(Heat.row(x)));
        gaps += certificate;
        this.shift += shift;
        this.messages += messages;
        this.bytes += bytes;
    }

    /**
     * The result of the rounds so far.
     *
     * @param leastLambda over agents and rounds
     * @param graph of the first round
     * @param why the optimum was not solved
     */
    public RunResult result(
            LambdaRule rule,
            double leastLambda,
            double iterationsPerRound,
            double secondsPerRound,
            Coupling graph,
            boolean graphChanges,
            String why,
            String command,
            String version) {
        double paid = costs.stream().mapToDouble(Cost::total).sum();
        Optional<String> whyNot = rule.whyNotGuaranteed();
        boolean proven = whyNot.isEmpty() && Double.isFinite(gaps);
        TheoremA theorem = new TheoremA(leastLambda, shift);
        double least = proven ? theorem.optAtLeast(paid, gaps) : shift;
        HindsightOptimum optimum = new HindsightOptimum.Bracketed(Math.min(least, paid), paid, why);
        double rounds = costs.size();
        AlgorithmResult played = new AlgorithmResult(
                algorithm.name(),
                algorithm.kind(),
                algorithm.policy().inWords(),
                Optional.empty(),
                List.of(List.copyOf(costs)),
                List.of(optimum.ratioOf(paid)),
                List.of(gaps),
                Optional.empty(),
                Optional.empty(),
                iterationsPerRound,
                messages / rounds,
                bytes / rounds,
                secondsPerRound,
                heat,
                Heat.agents(scenario.agents()));
        return new RunResult(
                scenario.name(),
                scenario.seed(),
                1,
                costs.size(),
                scenario.dimension(),
                scenario.text(),
                command,
                version,
                scenario.names(),
                scenario.betas().subList(0, costs.size()),
                List.of(played),
                List.of(optimum),
                whyNot.isPresent() ? Double.POSITIVE_INFINITY : theorem.competitiveRatio(),
                !rule.allowsChangingWeights(),
                graph,
                graphChanges,
                List.of(),
                verdict(whyNot, proven, paid, least, theorem, why),
                Optional.empty());
    }

    private Verdict verdict(
            Optional<String> whyNot, boolean proven, double paid, double least, TheoremA theorem, String why) {
        List<Verdict.Check> checks = new ArrayList<>();
        checks.add(new Verdict.Check(
                "optimum-solved", Verdict.Outcome.SKIPPED, "The hindsight optimum was not solved: " + why + "."));
        String words;
        if (whyNot.isPresent()) {
            words = "No bound applies: " + whyNot.get() + ".";
        } else if (!proven) {
            words = "Some round has no certificate, so nothing is proved of the run.";
        } else if (!Double.isFinite(theorem.certifiedRatio(paid, gaps))) {
            words = String.format(
                    Locale.ROOT,
                    "Theorem A was not held against the optimum, which is not known. With certificates of %.6g against %.6g paid it says nothing about it either: more iterations, or variant: auto, would make them smaller.",
                    gaps,
                    paid);
        } else {
            words = String.format(
                    Locale.ROOT,
                    "Theorem A was not held against the optimum, which is not known. Used the other way round, with the measured certificates, it proves that nobody pays less than %.6g, so that this run paid at most %.6g times the optimum.",
                    least,
                    theorem.certifiedRatio(paid, gaps));
        }
        checks.add(new Verdict.Check("theorem-a", Verdict.Outcome.SKIPPED, words));
        return new Verdict(checks);
    }
}
