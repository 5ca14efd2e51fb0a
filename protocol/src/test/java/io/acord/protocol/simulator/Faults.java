package io.acord.protocol.simulator;

import java.util.SplittableRandom;

/**
 * What goes wrong, and how often. Mutable while it is put together; a run reads it only. Rates are probabilities per
 * message by default.
 */
public final class Faults {

    /** How links are cut. */
    public enum Cut {
        NONE,
        /** Half of the blocks from the other half. */
        HALVES,
        /** One block from all others. */
        ONE,
        /** The blocks in a circle, cut at two places. */
        RING,
        /** Nobody hears one half, which hears everybody. */
        ASYMMETRIC,
        /** Blocks fall out one by one and come back in another order. */
        SWIZZLE,
        /**
         * Some links, others in every round, up to the late part of a round: edges that are charged but cannot be used.
         */
        EDGES
    }

    /** What a compromised block tells. */
    public enum Lie {
        RANDOM,
        CONSTANT,
        SIGN_FLIP,
        DRIFTING
    }

    /** In what a block differs from its peers. */
    public enum Difference {
        NONE,
        EDGE,
        BETA,
        BUDGET,
        VARIANT,
        START,
        MISSING_EDGE
    }

    /** The last round in which anything goes wrong; afterwards the network is perfect and nobody dies. */
    public int lastRound = Integer.MAX_VALUE;

    public double dropData;
    public double dropControl;
    public double dropCorrelation;
    public long delay = 1_000;
    public long jitter = 200;
    /** Share of messages whose delay has a Pareto tail, up to a second. */
    public double tail;

    public double duplicate;
    public double replay;
    public double reorder;
    public int reorderWindow = 8;
    public Cut cut = Cut.NONE;
    public int cutFrom;
    public int cutRounds;
    public double cutEdges;
    /** Whether connections outlast a cut, as they do when a host is paused or a router drops packets. */
    public boolean cutUnseen;
    /** Probability that a block dies in a round. */
    public double crash;
    /** Whether, when one dies, all do. */
    public boolean crashAll;
    /** Rounds that a dead block stays away at most. */
    public double downtime = 0.6;

    /** Blocks that die in the first half of the run and never come back. */
    public int gone;

    public boolean torn;
    public double bitFlips;
    /** Share of blocks whose messages are poisoned, and how many of these messages are. */
    public int poisoners;

    public double poison;
    public int liars;
    public Lie lie = Lie.RANDOM;
    public Difference difference = Difference.NONE;
    public int slowBlocks;
    public double slowness = 10;
    /** Messages of somebody who is not a neighbour, per round. */
    public int intrusions;

    /** Whether whoever dies loses its journal. */
    public boolean journalLost;

    /** Whether the first member says all the time that it is in a round that nobody can be in. */
    public boolean farAhead;

    /** Whether now and then somebody with the second member's key greets the others as its last possible life. */
    public boolean keyStolen;

    /** Whether greetings do not say which life it is. */
    public boolean livesUnknown;

    /** Probability that a source throws when it is asked for a round, or is stuck for longer than the deadline. */
    public double sourceFails;

    public double sourceLate;

    /** Whether rounds are told by controllers, who are late, die for some rounds, or change their minds. */
    public boolean controllers;

    public double controllerLate;

    public double controllerDies;

    public double controllerWrong;

    /** A random mix of everything that honest machines and networks may suffer. */
    public static Faults mix(SplittableRandom random, int rounds) {
        Faults faults = new Faults();
        faults.lastRound = Math.max(1, rounds - 4);
        faults.dropData = random.nextBoolean() ? 0.3 * random.nextDouble() : 0;
        faults.dropControl = random.nextBoolean() ? 0.3 * random.nextDouble() : 0;
        faults.dropCorrelation = random.nextBoolean() ? 0.75 : 0;
        faults.jitter = random.nextLong(1, 3_000);
        faults.tail = random.nextInt(4) == 0 ? 0.002 : 0;
        faults.duplicate = random.nextBoolean() ? 0.5 * random.nextDouble() : 0;
        faults.replay = random.nextInt(3) == 0 ? 0.2 * random.nextDouble() : 0;
        faults.reorder = random.nextBoolean() ? 0.2 : 0;
        if (random.nextInt(3) == 0) {
            Cut[] cuts = {Cut.HALVES, Cut.ONE, Cut.RING, Cut.ASYMMETRIC, Cut.SWIZZLE};
            faults.cut = cuts[random.nextInt(cuts.length)];
            faults.cutFrom = 1 + random.nextInt(Math.max(1, rounds / 2));
            faults.cutRounds = 1 + random.nextInt(Math.max(1, Math.min(20, rounds / 3)));
        }
        faults.crash = random.nextBoolean() ? 0.03 * random.nextDouble() : 0;
        faults.torn = random.nextBoolean();
        faults.slowBlocks = random.nextInt(4) == 0 ? 1 : 0;
        return faults;
    }

    @Override
    public String toString() {
        return "Faults[until round " + lastRound + ", drop data " + dropData + " control " + dropControl
                + " correlation "
                + dropCorrelation + ", delay " + delay + "±" + jitter + " tail " + tail + ", duplicate " + duplicate
                + ", replay " + replay + ", reorder " + reorder + "/" + reorderWindow + ", cut " + cut + " from round "
                + cutFrom + " for " + cutRounds + " edges " + cutEdges + (cutUnseen ? " unseen" : "") + ", crash "
                + crash
                + (crashAll ? " of all" : "")
                + " down " + downtime + ", gone for good " + gone + ", torn " + torn + ", bit flips " + bitFlips
                + ", poison " + poison + " by "
                + poisoners + ", liars " + liars + " " + lie + ", difference " + difference + ", slow " + slowBlocks
                + " by "
                + slowness + ", intrusions " + intrusions + ", source fails " + sourceFails
                + " late " + sourceLate + (journalLost ? ", journals lost" : "")
                + (farAhead ? ", a liar far ahead" : "") + (keyStolen ? ", a stolen key" : "")
                + (livesUnknown ? ", lives unknown" : "") + "]";
    }
}
