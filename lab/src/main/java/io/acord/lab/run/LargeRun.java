package io.acord.lab.run;

import io.acord.graph.Coupling;
import io.acord.lab.draw.HeatMapSample;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.policy.ForesightPolicy;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.recipe.Lambdas;
import io.acord.theory.TheoremA;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The first repeat of a scenario, played elsewhere by one policy, whose hindsight optimum nobody solves, because the
 * fleet is too large or its rounds are gone: the books of its agents (theory 12), what it paid and how good every round
 * was by its own certificate (theory 5.4) say between which bounds the optimum lies. Collects rounds; one thread.
 */
public final class LargeRun {

    private final Scenario scenario;
    private final Instance instance;
    private final Repeat.Played played;
    private final OptionalDouble epsilon; // of a policy that looks ahead
    private double shift;

    /**
     * Before the first round.
     *
     * @param instance what was played, for its size
     * @param lambdas those of the run, which know its rounds when it is over
     */
    public LargeRun(Scenario scenario, Scenario.Algorithm algorithm, Instance instance, Lambdas lambdas) {
        this.played = new Repeat.Played(lambdas, null);
        this.scenario = scenario.with(List.of(algorithm)).once();
        this.instance = instance;
        this.epsilon = algorithm.policy() instanceof ForesightPolicy ahead
                ? OptionalDouble.of(ahead.trust().epsilon())
                : OptionalDouble.empty();
    }

    /**
     * Takes the next round.
     *
     * @param actions if they are still known, for pictures
     * @param certificate a bound on F_t(x_t) − min F_t; where agents look ahead, on that of their experts
     * @param shiftOfRound Σ min(0, min f) of the round (E19)
     * @param atLeast Σ c of the books that the agents kept, up to this round; −∞ if somebody's prove nothing
     */
    public void add(Optional<Actions> actions, Cost cost, double certificate, double shiftOfRound, double atLeast) {
        played.costs.add(cost);
        played.books.add(atLeast);
        actions.ifPresent(x -> played.heat.add(HeatMapSample.row(x)));
        played.rounds.add(new RoundRecord(Double.NaN, certificate));
        played.gaps += certificate;
        shift += shiftOfRound;
    }

    /**
     * Takes what the experts of agents that look ahead paid in the round that was added last. Certificates and books
     * are theirs.
     *
     * @param whyNotPromised why nothing is promised any more
     */
    public void heldAgainst(Cost ofExperts, Optional<String> whyNotPromised) {
        played.expertPaid += ofExperts.total();
        Repeat.Trusted known = played.trusted;
        played.trusted = new Repeat.Trusted(
                epsilon.orElseThrow(),
                known == null ? whyNotPromised : known.whyNotPromised().or(() -> whyNotPromised));
    }

    /**
     * The result of the rounds, which are all there.
     *
     * @param graph of the first round
     * @param why the optimum was not solved
     */
    public RunResult result(
            Effort effort, Coupling graph, boolean graphChanges, String why, String command, String version) {
        double paid = played.total();
        Optional<TheoremA> theorem = Double.isFinite(played.gaps) ? played.lambdas.theorem(shift) : Optional.empty();
        double certified = epsilon.isPresent() ? played.expertPaid : paid; // by whom the gaps are
        double ofTheorem =
                theorem.map(a -> a.optAtLeast(certified, played.gaps)).orElse(shift);
        double least = Math.max(ofTheorem, played.books.get(played.books.size() - 1));
        HindsightOptimum optimum = new HindsightOptimum.Bounded(Math.min(least, paid), paid, why);
        RatioPromise promise = new RatioPromise(
                played.lambdas.whyNotPromised().isPresent() ? Double.POSITIVE_INFINITY : 1 / played.lambdas.least(),
                false);
        Repeat.Outcome outcome =
                new Repeat.Outcome(instance, List.of(played), optimum, shift, promise, graph, graphChanges);
        return Experiment.of(scenario, Watcher.NOBODY, command, version).resultOf(outcome, effort);
    }
}
