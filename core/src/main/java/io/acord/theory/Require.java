package io.acord.theory;

import io.acord.input.Complaints;

/** Refusals of single arguments. */
final class Require {

    private Require() {}

    static void positive(String where, double value, String why) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw Complaints.refuse(
                    where, "is " + value, "a finite number above 0, because " + why, "give a positive " + where);
        }
    }

    static void nonNegative(String where, double value, String why) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw Complaints.refuse(
                    where,
                    "is " + value,
                    "a finite number, 0 or above, because " + why,
                    "give a " + where + " of 0 or more");
        }
    }

    static void atLeast(String where, int value, int least, String why) {
        if (value < least) {
            throw Complaints.refuse(
                    where,
                    "is " + value,
                    least + " or more, because " + why,
                    "give a " + where + " of " + least + " or more");
        }
    }

    /** λ of an agent, or the smallest of a fleet: in (0, 1]. */
    static void lambda(String where, double value) {
        if (!(value > 0 && value <= 1)) {
            throw Complaints.refuse(
                    where,
                    "is " + value,
                    "in (0, 1], as lambda1 of every mu > 0 is",
                    "take the smallest CompetitiveRatio.lambda1 of the fleet");
        }
    }

    /** κ = 1 − ρ of something that contracts: in (0, 1]. */
    static void kappa(double value) {
        if (!(value > 0 && value <= 1)) {
            throw Complaints.refuse(
                    "kappa",
                    "is " + value,
                    "in (0, 1], because kappa = 1 - rho of a contraction",
                    "take kappa from Contraction, which never subtracts rho from 1");
        }
    }

    /** One positive number an agent. */
    static void curvatures(double[] a, int agents) {
        if (a.length != agents) {
            throw Complaints.refuse(
                    "a",
                    "has " + a.length + " numbers",
                    agents + ", one an agent",
                    "give mu + lambda1 b of every agent");
        }
        Complaints complaints = new Complaints();
        for (int i = 0; i < agents; i++) {
            complaints.needPositive(
                    "a[" + i + "]", a[i], "it is mu + lambda1 b", "give the strong convexity of the agent's round");
        }
        complaints.throwIfAny();
    }
}
