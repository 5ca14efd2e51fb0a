package io.acord.lab.recorded;

import io.acord.input.Complaints;
import io.acord.lab.policy.Player;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.Setting;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Actions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Plays what somebody has decided elsewhere. Nobody here knows how, so it has no iterations and sends nothing.
 *
 * @param seed of repeat 0
 * @param repeats [repeat][round] the actions
 */
public record RecordedPolicy(String name, long seed, List<List<Actions>> repeats) implements Policy {

    /** What an entry of it is called in summaries. */
    public static final String KIND = "recorded";

    /**
     * The policies of a file, as entries of a scenario. Complains about repeats that are missing and about names that
     * the scenario's own policies have.
     *
     * @param others names that are taken
     */
    public static List<Scenario.Algorithm> of(
            RecordedActions recorded, Scenario scenario, String fileName, List<String> others, Complaints complaints) {
        List<Scenario.Algorithm> policies = new ArrayList<>();
        recorded.byPolicy().forEach((name, repeats) -> {
            if (others.contains(name)) {
                complaints.add(
                        fileName + ": " + name,
                        "is also the name of a policy of the scenario",
                        "names that tell them apart",
                        "give that one another name, or omit --compare");
            }
            if (repeats.size() < scenario.repeats()) {
                complaints.add(
                        fileName + ": " + name,
                        "has " + repeats.size() + " of the scenario's " + scenario.repeats() + " repeats",
                        "all of them, from 0 to " + (scenario.repeats() - 1),
                        "add the others, or play fewer: --set repeats=" + wholeFrom0(repeats));
            } else {
                policies.add(new Scenario.Algorithm(
                        KIND, new RecordedPolicy(name, scenario.seed(), List.copyOf(repeats.values()))));
            }
        });
        return policies;
    }

    private static int wholeFrom0(Map<Integer, List<Actions>> repeats) {
        int count = 0;
        while (repeats.containsKey(count)) {
            count++;
        }
        return Math.max(1, count);
    }

    @Override
    public Optional<String> inWords() {
        return Optional.of("actions of a file");
    }

    @Override
    public Player start(Setting setting) {
        List<Actions> rounds = repeats.get((int) (setting.seed() - seed));
        return outlook -> rounds.get(outlook.round() - 1);
    }
}
