package io.acord.swarm;

import io.acord.input.Complaints;
import io.acord.lab.application.FieldRounds;
import io.acord.lab.options.NearestWord;
import io.acord.lab.options.Options;
import io.acord.lab.policy.AcordPolicy;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Actions;
import io.acord.protocol.live.AgentRound;
import io.acord.recipe.Recipe;
import io.acord.swarm.live.LiveConfig.LiveAgent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the scenario of an application says to a member whose controllers tell readings. Scratch. */
final class LiveApplication {

    private final Scenario scenario;
    private final Options top;
    private final List<Integer> here;
    private final Map<Integer, String> names;
    private final Complaints complaints;

    /**
     * An application for a member.
     *
     * @param top the file of the member
     * @param here ids of its agents, ascending
     * @param names of agents that members host, by id; agents that have none are named as the scenario names them
     */
    LiveApplication(Scenario scenario, Options top, List<Integer> here, Map<Integer, String> names) {
        this.scenario = scenario;
        this.top = top;
        this.here = here;
        this.names = names;
        this.complaints = top.complaints();
    }

    /** The agents of this member; not all of them if there are complaints. */
    List<LiveAgent> agents() {
        Optional<FieldRounds> field = scenario.costs().arriving(scenario.size(), scenario.seed());
        List<LiveAgent> agents = new ArrayList<>();
        if (field.isEmpty()) {
            top.complain(
                    "scenario",
                    "one of an application that takes readings, because feed is there, too",
                    "drop feed to play the scenario's own rounds, or scenario to be told costs");
            return agents;
        }
        nameNumbered();
        checkHosted();
        Actions start = field.get().start();
        for (int id : here) {
            String name = names.getOrDefault(id, "");
            int i = scenario.names().indexOf(name);
            if (i >= 0) {
                double[] x0 = new double[start.dimension()];
                start.copyTo(i, x0, 0);
                List<Double> numbers = Arrays.stream(x0).boxed().toList();
                agents.add(new LiveAgent(id, name, numbers, new AgentRound(null, List.of(), 1)));
            }
        }
        return agents;
    }

    /** Where a file numbers agents and does not name them, they are called as the scenario calls them. */
    private void nameNumbered() {
        names.replaceAll((id, name) -> name.equals(Integer.toString(id)) && id < scenario.agents()
                ? scenario.names().get(id)
                : name);
    }

    /** Whoever an agent may be coupled with has to be found, and agents here have to have readings. */
    private void checkHosted() {
        for (String name : scenario.names()) {
            if (!names.containsValue(name)) {
                complaints.add(
                        top.place() + ": members",
                        "host no agent " + name + " of the scenario",
                        "all agents of the scenario, because they may be coupled with those of this member",
                        "add its member, or drop it from the scenario's files");
            }
        }
        for (int id : here) {
            String name = names.getOrDefault(id, "");
            if (!scenario.names().contains(name)) {
                complaints.add(
                        top.place() + ": members",
                        "give this member an agent " + name,
                        "agents of the scenario, because its costs are made of their readings",
                        NearestWord.hint(name, scenario.names(), "correct the name"));
            }
        }
    }

    /** What the scenario's first {@code acord} plays. */
    Recipe recipe() {
        int before = complaints.size();
        scenario.checkAcord(complaints, (recipe, found) -> {
            recipe.checkDecentralized(Double.NaN, found);
            if (recipe.iterations().dependsOnRun() || recipe.iterations().needsWholeFleet()) {
                found.add(
                        "budget",
                        "rests on the run as a whole",
                        "iterations or accuracy, because nobody knows how long the run is",
                        "write iterations: 12");
            }
        });
        if (complaints.size() > before) {
            return Recipe.standard();
        }
        AcordPolicy acord = scenario.acord();
        if (acord.playsLambda1()) {
            complaints.add(
                    scenario.source().file() + ": " + acord.name() + ".lambda",
                    "is paper",
                    "riccati or a number, because the paper's rests on the smallest mu of all rounds to come",
                    "omit it for the default");
        }
        return acord.own();
    }
}
