package io.acord.protocol;

import io.acord.foresight.Forecasts;
import io.acord.foresight.Trust;
import io.acord.input.Complaints;
import io.acord.recipe.Recipe;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a block keeps to in all rounds. The recipe is the fleet's, the limits its own. Immutable. */
public final class Rules {

    private final Recipe recipe;
    private final int patience;
    private final double largestNorm;
    private final int quarantineAfter;
    private final @Nullable Numbers center;
    private final double radius;
    private final @Nullable Lookahead lookahead;

    private Rules(Builder builder) {
        this.recipe = builder.recipe;
        this.patience = builder.patience;
        this.largestNorm = builder.largestNorm;
        this.quarantineAfter = builder.quarantineAfter;
        this.center = builder.center;
        this.radius = builder.radius;
        this.lookahead = builder.lookahead;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** What the fleet plays. */
    public Recipe recipe() {
        return recipe;
    }

    /** So many questions in a row an awaited peer may leave unanswered. */
    public int patience() {
        return patience;
    }

    /**
     * Whether there is a limit of its own on the actions of others; it is learned from this block's costs otherwise.
     */
    public boolean hasLargestNorm() {
        return largestNorm < Double.POSITIVE_INFINITY;
    }

    /** Heard actions that lie further from the origin are nonsense; infinite if the limit is learned. */
    public double largestNorm() {
        return largestNorm;
    }

    /** So many hostile messages in a round put a peer into quarantine: out for this round and the next. */
    public int quarantineAfter() {
        return quarantineAfter;
    }

    /** The trusted centre to which heard values are clipped; null: no clipping. */
    public @Nullable Numbers center() {
        return center;
    }

    /** R: how far from the centre a heard value counts. */
    public double radius() {
        return radius;
    }

    /** How many numbers an agent with so many coordinates tells at most in a message about actions. */
    public int mostNumbers(int dimension) {
        return lookahead == null ? dimension : (lookahead.window() + 2) * dimension;
    }

    /** How the block looks ahead; null if it does not. */
    public @Nullable Lookahead lookahead() {
        return lookahead;
    }

    /**
     * How a fleet looks ahead (theory 14).
     *
     * @param window k, rounds ahead
     * @param epsilon ε of Theorem H
     */
    public record Lookahead(int window, double epsilon) {

        /**
         * How many rounds are planned, this one included: the same at both ends of a link, so it must not depend on who
         * believes what. Where the end is known, it is known to all.
         */
        public int stages(LocalRound local) {
            Forecasts forecasts = local.forecasts();
            return 1 + (forecasts.isEnd() ? Math.min(window, forecasts.rounds()) : window);
        }
    }

    @Override
    public String toString() {
        return "Rules[" + recipe.inWords() + ", lambda " + recipe.lambda() + ", patience " + patience
                + ", largest norm "
                + (hasLargestNorm() ? largestNorm : "learned") + ", quarantine after " + quarantineAfter
                + (center == null ? "" : ", clip " + radius + " around " + center)
                + (lookahead == null ? "" : ", " + lookahead) + "]";
    }

    /** Options, each with a default. */
    public static final class Builder {
        private Recipe recipe = Recipe.standard();
        private int patience = 4;
        private double largestNorm = Double.POSITIVE_INFINITY;
        private int quarantineAfter = 10;
        private @Nullable Numbers center;
        private double radius = Double.POSITIVE_INFINITY;
        private @Nullable Lookahead lookahead;
        private Trust.Account account = Trust.Account.OWN;

        private Builder() {}

        /** What the fleet plays; {@link Recipe#standard} by default. */
        public Builder recipe(Recipe recipe) {
            this.recipe = Objects.requireNonNull(recipe);
            return this;
        }

        /** 4 by default; a driver that detects losses itself may say {@link Integer#MAX_VALUE}. */
        public Builder patience(int questions) {
            this.patience = questions;
            return this;
        }

        /** By default it is learned: a million times as far as the minimizers of this block's own costs lie. */
        public Builder largestNorm(double norm) {
            this.largestNorm = norm;
            return this;
        }

        /** 10 by default. */
        public Builder quarantineAfter(int messages) {
            this.quarantineAfter = messages;
            return this;
        }

        /** Clips what neighbours show to a ball, so that compromised ones can do bounded harm only (theory 7.5). */
        public Builder clip(double radius, double... center) {
            this.radius = radius;
            this.center = Numbers.of(center);
            return this;
        }

        /**
         * Looks ahead, with the forecasts of each {@link LocalRound}. Every agent keeps an account of its own.
         *
         * @param window k, rounds ahead
         */
        public Builder foresight(int window, Trust trust) {
            this.lookahead = new Lookahead(window, trust.epsilon());
            this.account = trust.account();
            return this;
        }

        /** Complains about what blocks that know their neighbours only cannot play of a foresight. */
        public static void checkForesight(Recipe recipe, Trust trust, Complaints complaints) {
            if (trust.account() != Trust.Account.OWN) {
                complaints.add(
                        "account",
                        "is " + trust.account().word(),
                        "own, because no process knows what all agents pay",
                        "write account: own, or play it in one place");
            }
            if (!recipe.iterations().isFixed()) {
                complaints.add(
                        "iterations",
                        "is " + recipe.iterations().inWords(),
                        "a fixed number, because plan and expert travel in the same messages",
                        "give iterations: K");
            }
            if (recipe.variant().needsKappa()) {
                complaints.add(
                        "variant",
                        "is " + recipe.variant().word(),
                        "one without a constant of the whole fleet, because a plan has another one",
                        "omit it for " + Recipe.standard().variant().word());
            }
        }

        public Rules build() {
            Complaints complaints = new Complaints();
            Lookahead ahead = lookahead;
            if (ahead != null && ahead.window() < 0) {
                complaints.add("window", "is " + ahead.window(), "0 rounds or more", "omit it for 4");
            }
            if (ahead != null) {
                checkForesight(recipe, new Trust(ahead.epsilon(), account), complaints);
            }
            if (patience < 1) {
                complaints.add("patience", "is " + patience, "at least 1 question", "omit it for 4");
            }
            if (quarantineAfter < 1) {
                complaints.add("quarantineAfter", "is " + quarantineAfter, "at least 1", "omit it for 10");
            }
            if (!(largestNorm > 0)) {
                complaints.add("largestNorm", "is " + largestNorm, "above 0", "bound the actions that make sense");
            }
            if (!(radius > 0)) {
                complaints.add("radius", "is " + radius, "above 0", "omit clipping, or give the ball of sense");
            }
            complaints.throwIfAny();
            return new Rules(this);
        }
    }
}
