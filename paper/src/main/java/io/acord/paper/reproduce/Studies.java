package io.acord.paper.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All studies, in the order in which they are measured and shown. */
public final class Studies {

    private Studies() {}

    /** The paper's figures, and what its section on experiments says across them. */
    public static List<Study> figures() {
        return List.of(
                new Figure1(),
                new Figure2(),
                new Figure3(),
                new Figure4(),
                new Figure5(),
                new Figure6(),
                new AllSettings());
    }

    /** The paper's statements, and what lies beyond the paper. */
    public static List<Study> theorems() {
        return List.of(
                new CompetitiveRatioStudy(),
                new LowerBoundStudy(),
                new GraphDependenceStudy(),
                new SigmaStudy(),
                new CrawlStudy(),
                new ConvergenceStudy(),
                new LemmaStudy(),
                new OneAgentStudy(),
                new ResourceStudy(),
                new NaiveStudy(),
                new ApplicationStudy(),
                new VariantStudy(),
                new TrafficStudy(),
                new CertifiedIterationsStudy(),
                new CertificateStudy());
    }

    public static List<Study> all() {
        List<Study> all = new ArrayList<>(figures());
        all.addAll(theorems());
        return List.copyOf(all);
    }

    public static Optional<Study> named(String id) {
        return all().stream().filter(study -> study.id().equals(id)).findFirst();
    }
}
