package io.acord.service;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a token allows. */
public enum TokenScope {
    /** To have rounds decided. */
    DECIDE,
    /** To read what was decided. */
    READ,
    /** To read the numbers for Prometheus. */
    METRICS;

    /** How it is written in the file of tokens. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<TokenScope> of(String word) {
        return Arrays.stream(values())
                .filter(scope -> scope.word().equals(word))
                .findFirst();
    }
}
