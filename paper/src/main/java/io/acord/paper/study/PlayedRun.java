package io.acord.paper.study;

import io.acord.acord.Traffic;
import io.acord.lab.instance.Instance;
import io.acord.lab.policy.Contestant;
import io.acord.lab.policy.Move;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.Setting;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Lambdas;
import java.util.ArrayList;
import java.util.List;

/** What a policy did on an instance and what it paid. */
record PlayedRun(Cost cost, Traffic traffic, long iterations, List<Actions> actions) {

    PlayedRun {
        actions = List.copyOf(actions);
    }

    /** With λ₁ of the smallest μ of every agent, for which the guarantees are proved. */
    static PlayedRun by(Policy policy, Instance instance) {
        return by(policy, instance, LambdaRule.declared(instance.leastMu()));
    }

    static PlayedRun by(Policy policy, Instance instance, LambdaRule rule) {
        Setting setting = new Setting(instance.agents(), instance.dimension(), instance.horizon(), rule, 1, 1);
        Contestant contestant = Contestant.of(policy, instance, setting);
        Cost sum = Cost.ZERO;
        Traffic traffic = Traffic.NONE;
        long iterations = 0;
        List<Actions> actions = new ArrayList<>();
        Actions at = instance.start();
        for (int t = 1; t <= instance.horizon(); t++) {
            Move move = contestant.decide(t, at);
            sum = sum.plus(instance.round(t).cost(move.actions(), at));
            traffic = traffic.plus(move.traffic());
            iterations += move.iterations();
            at = move.actions();
            actions.add(at);
        }
        return new PlayedRun(sum, traffic, iterations, actions);
    }

    double total() {
        return cost.total();
    }

    /** Σ ε_t, ε_t = F_t(x_t) − min F_t: how far from exact ROBD it was, round by round. */
    double gaps(Instance instance) {
        Lambdas lambdas = new Lambdas(LambdaRule.declared(instance.leastMu()), instance.agents());
        Actions at = instance.start();
        double sum = 0;
        for (int t = 1; t <= instance.horizon(); t++) {
            Round round = instance.round(t);
            RoundObjective objective = new RoundObjective(round, at, lambdas.of(round));
            sum += RoundMinimum.of(objective).gap(objective, actions.get(t - 1));
            at = actions.get(t - 1);
        }
        return sum;
    }
}
