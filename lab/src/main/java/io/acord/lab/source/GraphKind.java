package io.acord.lab.source;

import io.acord.lab.options.Options;

/** A kind of graph that scenarios can name under {@code graph.kind}. Found by {@link java.util.ServiceLoader}. */
public interface GraphKind {

    /** The key in the scenario: {@code circulant}, {@code csv}, … */
    String key();

    /** Reads the options. What is wrong is complained about to {@code options}; the result is not used then. */
    GraphSource create(Options options, DeclaredSize declared);
}
