package io.acord.model;

import java.io.Serializable;

/** What was paid, in the paper's three parts, so that every total can be explained. */
public record Cost(double hitting, double switching, double dissimilarity) implements Serializable {

    public static final Cost ZERO = new Cost(0, 0, 0);

    public double total() {
        return hitting + switching + dissimilarity;
    }

    public Cost plus(Cost other) {
        return new Cost(hitting + other.hitting, switching + other.switching, dissimilarity + other.dissimilarity);
    }
}
