package io.acord.paper.experiment;

import io.acord.paper.finding.Findings;

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
    Findings find(StudySetup setup, Progress progress);

    /** Hears how much of a study is done, from any thread. */
    interface Progress {
        void done(long units, long ofAll);

        /** The progress of one of several parts that take about equally long, as that of the whole. */
        default Progress part(int part, int parts) {
            return (done, all) -> done(part * all + done, parts * all);
        }
    }
}
