package io.acord.lab.reproduce;

import java.util.List;

/** What a study found: figures, and what became of the sentences it was about. */
public record Findings(List<Figure> figures, List<Claim> claims) {
    public Findings {
        figures = List.copyOf(figures);
        claims = List.copyOf(claims);
    }
}
