package io.acord.paper.audit;

import io.acord.paper.experiment.Study;
import io.acord.paper.figure.AllSettingsStudy;
import io.acord.paper.figure.Figure1;
import io.acord.paper.figure.Figure2;
import io.acord.paper.figure.Figure3;
import io.acord.paper.figure.Figure4;
import io.acord.paper.figure.Figure5;
import io.acord.paper.figure.Figure6;
import io.acord.paper.foresight.ForesightStudy;
import io.acord.paper.rival.RivalsStudy;
import io.acord.paper.study.ApplicationStudy;
import io.acord.paper.study.BooksStudy;
import io.acord.paper.study.CertificateStudy;
import io.acord.paper.study.CertifiedIterationsStudy;
import io.acord.paper.study.CompetitiveRatioStudy;
import io.acord.paper.study.ConvergenceStudy;
import io.acord.paper.study.CrawlStudy;
import io.acord.paper.study.GraphDependenceStudy;
import io.acord.paper.study.LemmaStudy;
import io.acord.paper.study.LowerBoundStudy;
import io.acord.paper.study.MinimaxStudy;
import io.acord.paper.study.NaiveStudy;
import io.acord.paper.study.OneAgentStudy;
import io.acord.paper.study.ResourceStudy;
import io.acord.paper.study.SigmaStudy;
import io.acord.paper.study.TrafficStudy;
import io.acord.paper.study.VariantStudy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All studies, in the order in which they are measured and shown. */
public final class StudyCatalog {

    private StudyCatalog() {}

    /** The paper's figures, and what its section on experiments says across them. */
    public static List<Study> figures() {
        return List.of(
                new Figure1(),
                new Figure2(),
                new Figure3(),
                new Figure4(),
                new Figure5(),
                new Figure6(),
                new AllSettingsStudy());
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
                new CertificateStudy(),
                new BooksStudy(),
                new MinimaxStudy(),
                new ForesightStudy(),
                new RivalsStudy());
    }

    /** What the technical note shows. */
    public static List<Study> note() {
        return List.of(new BooksStudy(), new MinimaxStudy(), new ForesightStudy(), new RivalsStudy());
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
