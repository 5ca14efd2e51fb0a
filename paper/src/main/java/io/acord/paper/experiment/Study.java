package io.acord.paper.experiment;

import io.acord.paper.finding.Findings;

/**
 * A part of the reproduction that is measured, kept and shown as a whole: a figure of the paper, or a group of its
 * statements.
 */
public abstract class Study {

    private final String id;
    private final String title;

    /**
     * A study.
     *
     * @param id as on the command line and in file names: {@code fig1}, {@code convergence}, …
     * @param title what it is about, in a few words
     */
    protected Study(String id, String title) {
        this.id = id;
        this.title = title;
    }

    public final String id() {
        return id;
    }

    public final String title() {
        return title;
    }

    /** Measures. The same setup gives the same findings, run times excepted. */
    public abstract Findings find(StudySetup setup, Progress progress);

    /** Hears how much of a study is done, from any thread. */
    public interface Progress {
        void done(long units, long ofAll);

        /** The progress of one of several parts that take about equally long, as that of the whole. */
        default Progress part(int part, int parts) {
            return (done, all) -> done(part * all + done, parts * all);
        }
    }
}
