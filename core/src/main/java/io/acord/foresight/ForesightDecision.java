package io.acord.foresight;

import io.acord.acord.Decision;
import io.acord.acord.Traffic;
import io.acord.model.Actions;
import io.acord.model.Cost;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What was decided with an eye on rounds to come, and how far the plan was followed. Immutable. */
public final class ForesightDecision {

    private final Actions actions;
    private final Cost cost;
    private final Decision expert;
    private final Decision plan;
    private final Actions planned;
    private final double[] gammas;
    private final double[] accounts;
    private final Traffic traffic;
    private final Trust trust;
    private final @Nullable String whyNotPromised;

    ForesightDecision(
            Actions actions,
            Cost cost,
            Decision expert,
            Decision plan,
            Actions planned,
            double[] gammas,
            double[] accounts,
            Traffic traffic,
            Trust trust,
            @Nullable String whyNotPromised) {
        this.actions = actions;
        this.cost = cost;
        this.expert = expert;
        this.plan = plan;
        this.planned = planned;
        this.gammas = gammas;
        this.accounts = accounts;
        this.traffic = traffic;
        this.trust = trust;
        this.whyNotPromised = whyNotPromised;
    }

    /** x_t: e + γ (p − e). */
    public Actions actions() {
        return actions;
    }

    public Cost cost() {
        return cost;
    }

    /** e_t with its certificate: what ACORD does without forecasts, after its own actions. */
    public Decision expert() {
        return expert;
    }

    /** The plan as the decision of one round of longer actions: those of this round first, then of the next ones. */
    public Decision plan() {
        return plan;
    }

    /** p_t, the plan's actions of this round; the expert's where nothing was forecast. */
    public Actions planned() {
        return planned;
    }

    /** γ: how far an agent went from the expert's action, 0, to the plan's, 1. */
    public double gamma(int agent) {
        return gammas[agent];
    }

    /** What the agent's account holds after this round; the fleet's, where there is one for all. */
    public double account(int agent) {
        return accounts[agent];
    }

    /** The iterations of plan and expert, which go on side by side. */
    public int iterations() {
        return Math.max(expert.iterations(), plan.iterations());
    }

    /** What crossed the edges. */
    public Traffic traffic() {
        return traffic;
    }

    /** How far plans are trusted. */
    public Trust trust() {
        return trust;
    }

    /** Why it is not certain any more that at most 1 + ε times what the expert pays is paid; empty if it is. */
    public Optional<String> whyNotPromised() {
        return Optional.ofNullable(whyNotPromised);
    }

    /** Why an agent played what it played. */
    public String why(int agent) {
        if (planned.equals(expert.actions())) {
            return "nothing was forecast, so it played what ACORD does";
        }
        return gammas[agent] == 1
                ? "it followed its plan"
                : String.format(
                        Locale.ROOT,
                        "it went %.3g of the way to its plan: to go on would have overdrawn its account, which holds %.6g",
                        gammas[agent],
                        accounts[agent]);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ForesightDecision decision
                && actions.equals(decision.actions)
                && expert.equals(decision.expert)
                && plan.equals(decision.plan)
                && Arrays.equals(gammas, decision.gammas)
                && Arrays.equals(accounts, decision.accounts);
    }

    @Override
    public int hashCode() {
        return Objects.hash(actions, expert, plan);
    }

    @Override
    public String toString() {
        return "ForesightDecision[cost=" + cost + ", iterations=" + iterations() + ", " + traffic + "]";
    }
}
