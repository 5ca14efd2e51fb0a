package io.acord.protocol.machine;

import io.acord.acord.AccuracyRule;
import io.acord.acord.Decision;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Numbers;
import io.acord.recipe.IterationRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A budget of accuracy at one block: after every iteration the shares of the certificate flood the component, and all
 * of it decides alike whether to iterate on. Mutable; for one round.
 */
final class AccuracyPhase {

    private final IterationRule.Accuracy budget;
    private final int fleet;
    private final RoundLinks links;
    private final Block charged;
    private @Nullable AccuracyRule rule;
    private @Nullable ComponentFlood<ComponentFlood.CertificateShare> flood;

    AccuracyPhase(IterationRule.Accuracy budget, LocalRound local, RoundLinks links) {
        this.budget = budget;
        this.fleet = local.fleet();
        this.links = links;
        this.charged = local.block();
    }

    /** Everybody has shown iteration k: the first step of its flood. */
    void start(int k, BlockRound state) {
        List<ComponentFlood.CertificateShare> selves = new ArrayList<>();
        for (int row = 0; row < charged.rows(); row++) {
            double kappa = state.isFinest(row) ? Double.POSITIVE_INFINITY : state.kappa(row);
            selves.add(new ComponentFlood.CertificateShare(charged.agent(row), state.share(row), kappa));
        }
        flood = new ComponentFlood<>(links, ComponentFlood.SHARES, selves);
        flood.speak(k);
    }

    private ComponentFlood<ComponentFlood.CertificateShare> flood() {
        return Objects.requireNonNull(flood);
    }

    void hear(RoundLink link, Numbers numbers, boolean done) {
        flood().hear(link, numbers, done);
    }

    /** All have been heard in this step; returns false if the component's shares are known. */
    boolean goOn(int k) {
        return flood().goOn(k);
    }

    /** Whether the component's certificate asks for another iteration after k of them. */
    boolean asksForMore(int k) {
        double certificate = 0;
        double kappa = Double.POSITIVE_INFINITY;
        List<ComponentFlood.CertificateShare> shares = flood().everything();
        for (ComponentFlood.CertificateShare share : shares) {
            certificate += share.share();
            kappa = Math.min(kappa, share.kappa());
        }
        if (rule == null) {
            rule = new AccuracyRule(budget.epsilon() * shares.size() / fleet, budget.limit());
        }
        return rule.look(k, certificate, kappa) == Decision.Ending.DONE;
    }
}
