package io.acord.spark;

import io.acord.lab.instance.Instance;
import io.acord.lab.policy.Contestant;
import io.acord.lab.policy.Setting;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Actions;
import java.io.IOException;
import java.util.Locale;

/**
 * The same run by the engine in memory, on the driver's machine.
 *
 * @param differing rounds whose actions are not the same, bit for bit
 * @param seconds of a round, the first one left out if there are more: code is compiled while it is played
 */
record MemoryComparison(int rounds, int differing, int threads, double seconds) {

    static MemoryComparison play(Job job) throws IOException {
        Scenario scenario = job.scenario();
        Instance instance = job.rounds().instance();
        Contestant contestant = Contestant.of(
                job.algorithm().policy(),
                instance,
                new Setting(
                        instance.agents(),
                        instance.dimension(),
                        instance.horizon(),
                        job.feeder().lambdas().rule(),
                        scenario.seed(),
                        scenario.threads()));
        Actions[] at = {instance.start()};
        int[] differing = {0};
        double[] seconds = {0};
        job.read(round -> {
            instance.round(round.t()); // made before the clock runs
            long start = System.nanoTime();
            at[0] = contestant.decide(round.t(), at[0]).actions();
            seconds[0] += round.t() == 1 && instance.horizon() > 1 ? 0 : (System.nanoTime() - start) / 1e9;
            differing[0] += at[0].equals(round.actions().orElseThrow()) ? 0 : 1;
        });
        int counted = Math.max(1, instance.horizon() - 1);
        return new MemoryComparison(instance.horizon(), differing[0], scenario.threads(), seconds[0] / counted);
    }

    boolean isSame() {
        return differing == 0;
    }

    String words() {
        return String.format(
                Locale.ROOT,
                "in memory, by %d %s, a round took %.3f s; %s",
                threads,
                threads == 1 ? "thread" : "threads",
                seconds,
                isSame()
                        ? "all actions of all " + rounds + " rounds are the same, bit for bit"
                        : "the actions of " + differing + " rounds DIFFER");
    }
}
