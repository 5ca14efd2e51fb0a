package io.acord.foresight;

import io.acord.graph.Coupling;
import io.acord.internal.foresight.AccountRule;
import io.acord.internal.kernel.Block;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Theorem H: every agent keeps an account B of its own, at first 0, takes the largest γ that {@link AccountRule} allows
 * it, and then enters (1+ε) times what the expert paid less what was played, edges at half and half, but for ρβ/2 (‖A_e
 * d_i‖² − ‖A_e d_j‖²), d = x − e, that the one who is farther from its expert pays to the other. So B ≥ ρ b/2 ‖x − e‖²
 * always, whatever was forecast.
 */
final class OwnAccounts extends Accounts {

    private final AccountRule rule;
    private final double[] balance;
    private @Nullable Coupling lastCoupling;
    private @Nullable Block lastBlock;

    OwnAccounts(Trust trust, double[] balance) {
        this.rule = trust.rule();
        this.balance = balance;
    }

    @Override
    double[] gammas(Choice choice) {
        Round round = choice.round();
        Block block = blockOf(round.coupling());
        double[] gammas = new double[balance.length];
        Arrays.setAll(
                gammas,
                i -> rule.gamma(
                        turn(i, choice),
                        balance[i],
                        choice.planned().of(i),
                        round.beta() * AccountRule.steepness(block, i)));
        return gammas;
    }

    private static AccountRule.Turn turn(int i, Choice choice) {
        return new AccountRule.Turn(
                choice.round().cost(i),
                choice.round().switchingWeight(i),
                choice.expert().of(i),
                choice.expertBefore().of(i),
                choice.before().of(i));
    }

    /** The same object while the graph stays. */
    private Block blockOf(Coupling coupling) {
        Block known = lastBlock;
        if (known != null && lastCoupling == coupling) {
            return known;
        }
        Block block = Block.whole(coupling);
        lastCoupling = coupling;
        lastBlock = block;
        return block;
    }

    @Override
    void enter(Choice choice, Actions played, Cost paid, Cost expertPaid) {
        Round round = choice.round();
        Block block = blockOf(round.coupling());
        double[] x = played.toArray();
        double[] e = choice.expert().toArray();
        for (int i = 0; i < balance.length; i++) {
            AccountRule.EdgeCharges edges =
                    rule.charges(block, i, round.beta(), x, e, column -> AccountRule.FarEnd.KNOWN);
            balance[i] += rule.booked(turn(i, choice), played.of(i), edges);
        }
    }

    @Override
    double[] toArray() {
        return balance.clone();
    }

    @Override
    double balance(int agent) {
        return balance[agent];
    }
}
