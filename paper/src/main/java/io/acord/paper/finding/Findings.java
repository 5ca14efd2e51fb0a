package io.acord.paper.finding;

import io.acord.lab.figure.Figure;
import java.util.List;

/**
 * What a study found: figures, tables, and what became of the sentences it was about.
 *
 * @param broken promises of our own that did not hold, each in a sentence: a proven bound that was violated, say. A
 *     sentence of the paper that does not hold is a claim, not a promise
 */
public record Findings(List<Figure> figures, List<Table> tables, List<Claim> claims, List<String> broken) {
    public Findings {
        figures = List.copyOf(figures);
        tables = List.copyOf(tables);
        claims = List.copyOf(claims);
        broken = List.copyOf(broken);
    }

    /** Findings without a table. */
    public Findings(List<Figure> figures, List<Claim> claims, List<String> broken) {
        this(figures, List.of(), claims, broken);
    }

    /** Findings without a table and without a broken promise. */
    public Findings(List<Figure> figures, List<Claim> claims) {
        this(figures, claims, List.of());
    }
}
