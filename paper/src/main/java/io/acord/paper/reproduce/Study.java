package io.acord.paper.reproduce;

/**
 * A part of the reproduction that is measured, kept and shown as a whole: a figure of the paper, or a group of its
 * statements.
 */
public interface Study {

    /** As on the command line and in file names: {@code fig1}, {@code convergence}, … */
    String id();

    /** What it is about, in a few words. */
    String title();

    /** Measures. The same setup gives the same findings, run times excepted. */
    Findings find(Setup setup, Progress progress);

    /** Hears how much of a study is done, from any thread. */
    interface Progress {
        void done(long units, long ofAll);
    }
}
