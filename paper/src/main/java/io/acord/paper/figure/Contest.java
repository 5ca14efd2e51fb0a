package io.acord.paper.figure;

import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.Hindsight;
import io.acord.lab.policy.Contestant;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.Setting;
import io.acord.lab.run.Statistics;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.paper.experiment.PaperSetting;
import io.acord.paper.experiment.ParallelMap;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Lambdas;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/**
 * Policies that play the same instances of a setting, seed by seed, and what each had paid after every round.
 *
 * <p>Policies are compared within a seed: a ratio is the mean of the seeds' ratios, not the ratio of means, so that
 * what a seed makes dear for everybody cancels and one expensive seed does not outweigh the others.
 */
final class Contest {

    /** A comparison in which the hindsight optimum takes part has it under this name. */
    static final String OPT = "OPT";

    private final PaperSetting setting;
    private final List<Policy> policies;
    private final boolean withOptimum;
    private final StudySetup setup;
    private final double[][][] paid; // [policy, or the optimum as the last][seed][round], from the first round on
    private final Cost[][] parts; // [policy, or the optimum as the last][seed], of the whole run
    private final double[] leastLambda; // by seed, of the setup's rule

    Contest(PaperSetting setting, List<Policy> policies, boolean withOptimum, StudySetup setup) {
        this.setting = setting;
        this.policies = List.copyOf(policies);
        this.withOptimum = withOptimum;
        this.setup = setup;
        this.paid = new double[policies.size() + (withOptimum ? 1 : 0)][setup.seeds()][PaperSetting.HORIZON];
        this.parts = new Cost[paid.length][setup.seeds()];
        this.leastLambda = new double[setup.seeds()];
    }

    /** ACORD against LPC of every radius. */
    static Contest ofAllRadii(PaperSetting setting, StudySetup setup) {
        List<Policy> all = new ArrayList<>(setting.lpcs(setup));
        all.add(setting.acord(setup));
        return new Contest(setting, all, false, setup);
    }

    /** ACORD against LPC(1), and others if there are. */
    static Contest ofNearest(PaperSetting setting, StudySetup setup, Policy... others) {
        List<Policy> all = new ArrayList<>(List.of(setting.acord(setup), PaperSetting.lpc(setup, 1)));
        all.addAll(List.of(others));
        return new Contest(setting, all, false, setup);
    }

    /** Plays all contests, each once. */
    static void playAll(List<Contest> contests, StudySetup setup, Study.Progress progress) {
        List<ParallelMap.Task> units =
                contests.stream().distinct().flatMap(c -> c.units().stream()).toList();
        ParallelMap.runAll(units, setup.threads(), progress);
    }

    PaperSetting setting() {
        return setting;
    }

    int seeds() {
        return setup.seeds();
    }

    /** One unit of work per seed. Different ones may be played at the same time. */
    List<ParallelMap.Task> units() {
        long size = (long) setting.agents() * (1 + setting.degree()) * Math.max(1, policies.size());
        List<ParallelMap.Task> units = new ArrayList<>();
        for (int s = 0; s < setup.seeds(); s++) {
            int number = s;
            units.add(new ParallelMap.Task(size, () -> play(number)));
        }
        return units;
    }

    private void play(int number) {
        long seed = setup.seed() + number;
        Instance instance = setting.instance(seed);
        LambdaRule rule = setup.mu().lambdaRule(instance);
        leastLambda[number] = leastLambda(instance, rule);
        Setting known = new Setting(instance.agents(), 1, PaperSetting.HORIZON, rule, seed, 1);
        for (int p = 0; p < policies.size(); p++) {
            Contestant contestant = Contestant.of(policies.get(p), instance, known);
            keep(instance, p, number, (t, at) -> contestant.decide(t, at).actions());
        }
        if (withOptimum) {
            List<Actions> best = Hindsight.solve(instance, 1).actions();
            keep(instance, policies.size(), number, (t, at) -> best.get(t - 1));
        }
    }

    private static double leastLambda(Instance instance, LambdaRule rule) {
        Lambdas lambdas = new Lambdas(rule, instance.agents());
        for (int t = 1; t <= instance.horizon(); t++) {
            lambdas.remember(instance.round(t), lambdas.of(instance.round(t)));
        }
        return lambdas.least();
    }

    /** What is played in round t after this. */
    private interface Play {
        Actions next(int t, Actions at);
    }

    private void keep(Instance instance, int who, int number, Play play) {
        Actions at = instance.start();
        Cost sum = Cost.ZERO;
        for (int t = 1; t <= PaperSetting.HORIZON; t++) {
            Actions next = play.next(t, at);
            sum = sum.plus(instance.round(t).cost(next, at));
            paid[who][number][t - 1] = sum.total();
            at = next;
        }
        parts[who][number] = sum;
    }

    List<String> names() {
        List<String> names = new ArrayList<>();
        policies.forEach(policy -> names.add(policy.name()));
        if (withOptimum) {
            names.add(OPT);
        }
        return names;
    }

    private int index(String name) {
        int index = names().indexOf(name);
        if (index < 0) {
            throw new AssertionError("nobody is called " + name + " among " + names());
        }
        return index;
    }

    /** What a policy had paid in a seed after round t. */
    private double paid(String name, int seed, int t) {
        return paid[index(name)][seed][t - 1];
    }

    private Statistics overSeeds(IntToDoubleFunction ofSeed) {
        return Statistics.of(IntStream.range(0, setup.seeds())
                .mapToObj(ofSeed::applyAsDouble)
                .toList());
    }

    /** The mean of what a policy had paid after round t. */
    Statistics cost(String name, int t) {
        return overSeeds(s -> paid(name, s, t));
    }

    /** How many times as much as another one a policy paid in all. */
    Statistics ratio(String name, String other) {
        return overSeeds(s -> ratioIn(s, name, other));
    }

    private double ratioIn(int seed, String name, String other) {
        return paid(name, seed, PaperSetting.HORIZON) / paid(other, seed, PaperSetting.HORIZON);
    }

    /** Something of what two policies paid in their parts, seed by seed. */
    Statistics ofParts(String name, String other, ToDoubleBiFunction<Cost, Cost> measure) {
        return overSeeds(s -> measure.applyAsDouble(parts[index(name)][s], parts[index(other)][s]));
    }

    /** In how many seeds a policy paid less than another. */
    int wins(String name, String other) {
        return (int) IntStream.range(0, setup.seeds())
                .filter(s -> ratioIn(s, name, other) < 1)
                .count();
    }

    /**
     * The largest over the seeds of cost / (optimum / smallest λ): above 1, exact ROBD would have broken its promise.
     */
    double shareOfPromise(String name) {
        return IntStream.range(0, setup.seeds())
                .mapToDouble(s -> ratioIn(s, name, OPT) * leastLambda[s])
                .max()
                .orElse(Double.NaN);
    }
}
