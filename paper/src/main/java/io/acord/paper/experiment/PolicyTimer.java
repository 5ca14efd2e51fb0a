package io.acord.paper.experiment;

import io.acord.lab.instance.Instance;
import io.acord.lab.policy.Contestant;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.Setting;
import io.acord.lab.run.Statistics;
import io.acord.model.Actions;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How long policies take for a run, side by side on one thread.
 *
 * <p>Fair to all: each has been compiled and has its neighbourhoods or layouts computed before it counts, they take
 * turns so that a slow moment of the machine hits everybody, and counted is the time that the processor was theirs.
 */
public final class PolicyTimer {

    /** Once this is passed, or so many runs, the compiler has done its work. */
    private static final long WARM_NANOS = 60_000_000;

    private static final int WARM_RUNS = 400;

    /** A turn is at least this long: clocks of processor time are coarse. */
    private static final long TURN_NANOS = 2_000_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Instance instance;
    private final List<Contestant> contestants = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final double[][] seconds; // [policy][turn], per run

    public PolicyTimer(PaperSetting setting, List<Policy> policies, StudySetup setup, int turns) {
        this.instance = setting.instance(setup.seed());
        Setting known = new Setting(
                setting.agents(), 1, PaperSetting.HORIZON, setup.mu().lambdaRule(instance), setup.seed(), 1);
        for (Policy policy : policies) {
            contestants.add(Contestant.of(policy, instance, known));
            names.add(policy.name());
        }
        this.seconds = new double[contestants.size()][turns];
    }

    /** Measures. */
    public void run() {
        int[] runs = new int[contestants.size()];
        Arrays.setAll(runs, p -> warm(p));
        for (int turn = 0; turn < seconds[0].length; turn++) {
            for (int p = 0; p < runs.length; p++) {
                long spent = 0;
                for (int run = 0; run < runs[p]; run++) {
                    spent += play(p);
                }
                seconds[p][turn] = spent / 1e9 / runs[p];
            }
        }
    }

    /** Lets a policy get warm; answers with how many runs fill a turn. */
    private int warm(int p) {
        long spent = 0;
        long last = 1;
        for (int run = 0; run < WARM_RUNS && spent < WARM_NANOS; run++) {
            last = Math.max(1, play(p));
            spent += last;
        }
        return (int) Math.max(1, TURN_NANOS / last);
    }

    /** One run; only deciding counts. */
    private long play(int p) {
        Actions at = instance.start();
        long before = now();
        for (int t = 1; t <= PaperSetting.HORIZON; t++) {
            at = contestants.get(p).decide(t, at).actions();
        }
        return now() - before;
    }

    private static long now() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
    }

    /** The median over the turns of the ratio of two times, with a 95 % interval of it. */
    public Statistics ratio(String name, String other) {
        double[] ratios = new double[seconds[0].length];
        Arrays.setAll(ratios, turn -> seconds[names.indexOf(name)][turn] / seconds[names.indexOf(other)][turn]);
        return median(ratios);
    }

    /** By order statistics: n/2 ± 0.98 √n values on either side cover the median 19 times in 20. */
    public static Statistics median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double middle = n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
        double half = 0.98 * Math.sqrt(n);
        int low = Math.max(0, (int) Math.floor(n / 2.0 - half));
        int high = Math.min(n - 1, (int) Math.ceil(n / 2.0 + half) - 1);
        return new Statistics(middle, sorted[low], sorted[Math.max(low, high)]);
    }
}
