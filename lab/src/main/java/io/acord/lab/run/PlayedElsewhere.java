package io.acord.lab.run;

import io.acord.lab.instance.Instance;
import io.acord.lab.policy.Player;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.Setting;
import io.acord.lab.policy.Sight;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Actions;
import io.acord.recipe.LambdaRule;
import java.util.List;
import java.util.Optional;

/**
 * The first repeat of a scenario, played by one of its algorithms somewhere else: by processes, or on a cluster.
 *
 * @param algorithm that was played
 * @param actions of each round
 * @param books Σ c of the books that those who played kept themselves, of as many rounds as all of them have closed
 * @param foreseen how plans were followed, if the algorithm looks ahead
 */
public record PlayedElsewhere(
        Scenario scenario,
        Scenario.Algorithm algorithm,
        List<Actions> actions,
        List<Double> books,
        Effort effort,
        Optional<Foreseen> foreseen) {

    /** A play of an algorithm that does not look ahead. */
    public PlayedElsewhere(
            Scenario scenario, Scenario.Algorithm algorithm, List<Actions> actions, List<Double> books, Effort effort) {
        this(scenario, algorithm, actions, books, effort, Optional.empty());
    }

    /**
     * How plans were followed, as those who played told.
     *
     * @param rounds one after the other
     * @param whyNotPromised why nothing is promised of what forecasts cost; empty if nobody said so
     */
    public record Foreseen(List<Watcher.FollowedPlan> rounds, Optional<String> whyNotPromised) {}

    /**
     * Judges it like any run, by playing its actions again in memory: costs, certificates, the hindsight optimum, the
     * verdict. What only those who played can know is theirs: the effort, and the books, if they have closed all
     * rounds. Where some were not closed, because somebody was lost, the books are kept from the actions, here.
     *
     * @param watcher is told of the actions; the progress of judging is nobody's
     * @param command that plays it again, for the report
     * @param version of Acord, for the report
     */
    public RunResult judge(Watcher watcher, String command, String version) {
        Replay replay = new Replay(algorithm.policy(), actions);
        Scenario alone = scenario.with(List.of(new Scenario.Algorithm(algorithm.kind(), replay)))
                .once();
        Repeat.Outcome outcome = Repeat.open(
                        alone, 0, alone.threads(), Repeat.plan(alone), actionsAndPlans(watcher), () -> {})
                .finish();
        foreseen.ifPresent(told -> outcome.played()
                .get(0)
                .heldAgainst(expertCost(alone.instance(alone.seed()), told), told.whyNotPromised()));
        if (books.size() == actions.size()) {
            outcome.played().get(0).keptByAgents(books);
        }
        return Experiment.of(alone, watcher, command, version).resultOf(outcome, effort);
    }

    private Watcher actionsAndPlans(Watcher watcher) {
        return new Watcher() {
            @Override
            public void acted(int a, int repeat, int round, Instance instance, Actions played) {
                watcher.acted(a, repeat, round, instance, played);
                foreseen.ifPresent(told -> watcher.followed(
                        a, repeat, round, instance, told.rounds().get(round - 1)));
            }
        };
    }

    /** What the experts of those who played would have paid: where neighbours were lost, others than in memory. */
    private static double expertCost(Instance instance, Foreseen told) {
        double sum = 0;
        Actions before = instance.start();
        for (int t = 1; t <= told.rounds().size(); t++) {
            Actions expert = told.rounds().get(t - 1).expert();
            sum += instance.round(t).cost(expert, before).total();
            before = expert;
        }
        return sum;
    }

    /**
     * Plays what was played. The policy decides once more beside it: where it comes to the same actions, the
     * certificate is its own, as in memory.
     */
    private record Replay(Policy policy, List<Actions> actions) implements Policy {
        @Override
        public String name() {
            return policy.name();
        }

        @Override
        public Role role() {
            return policy.role();
        }

        @Override
        public Optional<String> inWords() {
            return policy.inWords();
        }

        @Override
        public LambdaRule lambdaRule(LambdaRule papers) {
            return policy.lambdaRule(papers);
        }

        @Override
        public Sight sight() {
            return policy.sight();
        }

        @Override
        public Player start(Setting setting) {
            Player again = policy.start(setting);
            return outlook -> {
                again.decide(outlook);
                return actions.get(outlook.round() - 1);
            };
        }
    }
}
