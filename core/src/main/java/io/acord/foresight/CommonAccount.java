package io.acord.foresight;

import io.acord.internal.foresight.AccountRule;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import java.util.Arrays;

/**
 * Theorem G: one account for the whole fleet, where one place knows all. Everybody goes the same part of the way, the
 * largest that keeps what was paid so far plus ρ Σ b/2 ‖x − e‖² at most at 1 + ε times what the expert paid.
 */
final class CommonAccount extends Accounts {

    private final Trust trust;
    private double balance; // (1+ε) what the expert paid, less what was paid

    CommonAccount(Trust trust, double balance) {
        this.trust = trust;
        this.balance = balance;
    }

    @Override
    double[] gammas(Choice choice) {
        Round round = choice.round();
        double expert = round.cost(choice.expert(), choice.expertBefore()).total();
        double allowed = balance + (1 + trust.epsilon()) * expert;
        double[] gammas = new double[round.agents()];
        double chosen = AccountRule.largest(gamma -> {
            Arrays.fill(gammas, gamma);
            Actions x = choice.at(gammas);
            return allowed - round.cost(x, choice.before()).total() - trust.rho() * away(round, x, choice.expert());
        });
        Arrays.fill(gammas, chosen);
        return gammas;
    }

    /** Σ b/2 ‖x − e‖². */
    private static double away(Round round, Actions x, Actions e) {
        double sum = 0;
        for (int i = 0; i < round.agents(); i++) {
            sum += round.switchingWeight(i) / 2 * AccountRule.squaredDistance(x.of(i), e.of(i));
        }
        return sum;
    }

    @Override
    void enter(Choice choice, Actions played, Cost paid, Cost expertPaid) {
        balance += (1 + trust.epsilon()) * expertPaid.total() - paid.total();
    }

    @Override
    double[] toArray() {
        return new double[] {balance};
    }

    @Override
    double balance(int agent) {
        return balance;
    }
}
