package io.acord.spark;

import io.acord.lab.partition.Partition;
import io.acord.lab.run.Watcher;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.spark.block.PlayedFile;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What all blocks played in one round.
 *
 * @param atLeast Σ c of the agents' books up to this round; −∞ if somebody's prove nothing
 */
record PlayedRound(int t, Optional<Actions> actions, Cost cost, double atLeast, List<PlayedFile.Played> blocks) {

    /** What the experts paid; nothing if nobody looks ahead. */
    Optional<Cost> expertCost() {
        Cost sum = Cost.ZERO;
        for (PlayedFile.Played block : blocks) {
            PlayedFile.Followed followed = block.followed();
            if (followed == null) {
                return Optional.empty();
            }
            sum = sum.plus(followed.cost());
        }
        return Optional.of(sum);
    }

    /** Why nothing is promised any more of what looking ahead costs; empty if it is. */
    Optional<String> whyNotPromised() {
        return blocks.stream()
                .map(PlayedFile.Played::followed)
                .filter(Objects::nonNull)
                .map(PlayedFile.Followed::whyNotPromised)
                .filter(why -> !why.isEmpty())
                .findFirst();
    }

    double certificate() {
        return blocks.stream().mapToDouble(PlayedFile.Played::certificate).sum();
    }

    double shift() {
        return blocks.stream().mapToDouble(PlayedFile.Played::shift).sum();
    }

    long frames() {
        return blocks.stream().mapToLong(PlayedFile.Played::frames).sum();
    }

    long bytes() {
        return blocks.stream().mapToLong(PlayedFile.Played::bytes).sum();
    }

    /** How far plans were followed in a round of which all is kept; nothing if nobody looks ahead. */
    Optional<Watcher.FollowedPlan> followed(Partition partition, int d) {
        int n = actions.map(Actions::agents).orElse(0);
        double[] planned = new double[n * d];
        double[] expert = new double[n * d];
        double[] gammas = new double[n];
        double[] accounts = new double[n];
        for (int b = 0; b < blocks.size(); b++) {
            PlayedFile.Followed here = blocks.get(b).followed();
            if (here == null || actions.isEmpty()) {
                return Optional.empty();
            }
            int[] agents = partition.agents(b);
            for (int row = 0; row < agents.length; row++) {
                System.arraycopy(here.planned(), row * d, planned, agents[row] * d, d);
                System.arraycopy(here.expert(), row * d, expert, agents[row] * d, d);
                gammas[agents[row]] = here.gammas()[row];
                accounts[agents[row]] = here.accounts()[row];
            }
        }
        return Optional.of(
                new Watcher.FollowedPlan(Actions.flat(d, planned), Actions.flat(d, expert), gammas, accounts));
    }
}
