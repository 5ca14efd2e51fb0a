package io.acord.paper.foresight;

import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.Hindsight;
import io.acord.lab.policy.Contestant;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.Setting;
import io.acord.lab.run.Statistics;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Actions;
import io.acord.paper.experiment.ParallelMap;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.recipe.LambdaRule;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Policies that met the same costs with the same forecasts, and what each paid over the hindsight optimum, seed by
 * seed.
 */
final class ForecastContest {

    private final List<Map<ForecastPanel, Double>> bySeed;

    private ForecastContest(List<Map<ForecastPanel, Double>> bySeed) {
        this.bySeed = bySeed;
    }

    /**
     * Plays.
     *
     * @param forecasts a kind with its options, as scenarios have it
     * @param ahead rounds that are forecast
     */
    static ForecastContest play(
            ForecastSetting setting,
            String forecasts,
            int ahead,
            List<ForecastPanel> who,
            List<Long> seeds,
            StudySetup setup,
            Study.Progress progress) {
        Scenario scenario = setting.scenario(forecasts, ForecastPanel.entries(who, ahead, setup));
        return new ForecastContest(ParallelMap.map(seeds, setup, progress, seed -> ratios(scenario, seed)));
    }

    private static Map<ForecastPanel, Double> ratios(Scenario scenario, long seed) {
        Instance instance = scenario.instance(seed);
        double best = Hindsight.solve(instance, 1).optimum().upperBound();
        Map<ForecastPanel, Double> ratios = new EnumMap<>(ForecastPanel.class);
        for (Scenario.Algorithm algorithm : scenario.algorithms()) {
            ratios.put(ForecastPanel.valueOf(algorithm.name()), paid(algorithm.policy(), instance, seed) / best);
        }
        return ratios;
    }

    private static double paid(Policy policy, Instance instance, long seed) {
        LambdaRule rule = LambdaRule.declared(instance.leastMu());
        Setting setting = new Setting(instance.agents(), instance.dimension(), instance.horizon(), rule, seed, 1);
        Contestant contestant = Contestant.of(policy, instance, setting);
        double sum = 0;
        Actions at = instance.start();
        for (int t = 1; t <= instance.horizon(); t++) {
            Actions next = contestant.decide(t, at).actions();
            sum += instance.round(t).cost(next, at).total();
            at = next;
        }
        return sum;
    }

    private double ratioIn(int seed, ForecastPanel who) {
        Double ratio = bySeed.get(seed).get(who);
        if (ratio == null) {
            throw new AssertionError(who + " did not play");
        }
        return ratio;
    }

    int seeds() {
        return bySeed.size();
    }

    /** What a policy paid over the optimum. */
    Statistics ratio(ForecastPanel who) {
        return Statistics.of(
                IntStream.range(0, seeds()).mapToObj(s -> ratioIn(s, who)).toList());
    }

    /** How many times as much as another a policy paid, as the mean of the seeds' ratios. */
    Statistics against(ForecastPanel who, ForecastPanel other) {
        return Statistics.of(IntStream.range(0, seeds())
                .mapToObj(s -> ratioIn(s, who) / ratioIn(s, other))
                .toList());
    }

    /** The same in the seed that is worst. */
    double worstAgainst(ForecastPanel who, ForecastPanel other) {
        return IntStream.range(0, seeds())
                .mapToDouble(s -> ratioIn(s, who) / ratioIn(s, other))
                .max()
                .orElse(Double.NaN);
    }
}
