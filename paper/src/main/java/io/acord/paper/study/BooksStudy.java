package io.acord.paper.study;

import io.acord.acord.PlayedBooks;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.Hindsight;
import io.acord.lab.policy.AcordPolicy;
import io.acord.lab.run.Statistics;
import io.acord.paper.experiment.PaperSetting;
import io.acord.paper.experiment.ParallelMap;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Curves;
import io.acord.paper.finding.Figure;
import io.acord.paper.finding.Figure.Axis;
import io.acord.paper.finding.Figure.Curve;
import io.acord.paper.finding.Figure.Panel;
import io.acord.paper.finding.Findings;
import io.acord.paper.finding.Wording;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Recipe;
import java.util.ArrayList;
import java.util.List;

/** Beyond the paper, Theorem E: the ratio that agents certify by their own books, and the true one, over K. */
public final class BooksStudy extends Study {

    public BooksStudy() {
        super("books", "Beyond the paper: certified against true ratio");
    }

    /** Of one run: cost over what the books prove, and over OPT. */
    private record Ratios(double certified, double truth) {}

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        List<Integer> iterations = setup.quick() ? List.of(4, 12) : List.of(2, 4, 6, 8, 12, 16, 24, 32);
        List<Double> x = iterations.stream().map(Integer::doubleValue).toList();
        List<PaperSetting> settings = setup.quick()
                ? List.of(new PaperSetting(20, 2, 50, 12))
                : List.of(
                        new PaperSetting(20, 2, 1, 12),
                        new PaperSetting(20, 2, 50, 12),
                        new PaperSetting(20, 2, 250, 12));
        List<LambdaRule> rules = List.of(LambdaRule.riccati(), LambdaRule.running());
        List<String> names = List.of("Theorem F's weights", "λ₁");
        List<Panel> panels = new ArrayList<>();
        StringBuilder found = new StringBuilder();
        List<String> broken = new ArrayList<>();
        for (PaperSetting setting : settings) {
            Progress part = progress.part(panels.size(), settings.size());
            List<List<List<Ratios>>> bySeed = ParallelMap.map(
                    setup.allSeeds(), setup, part, seed -> ratios(setting.instance(seed), rules, iterations));
            List<Curve> curves = new ArrayList<>();
            for (int r = 0; r < rules.size(); r++) {
                List<Statistics> certified = new ArrayList<>();
                List<Statistics> truth = new ArrayList<>();
                for (int k = 0; k < iterations.size(); k++) {
                    int rule = r;
                    int at = k;
                    List<Ratios> all =
                            bySeed.stream().map(seed -> seed.get(rule).get(at)).toList();
                    certified.add(Statistics.of(
                            all.stream().map(each -> each.certified() - 1).toList()));
                    truth.add(Statistics.of(
                            all.stream().map(each -> each.truth() - 1).toList()));
                    if (all.stream().anyMatch(each -> each.certified() < each.truth() * (1 - 1e-9))) {
                        broken.add("books proved a ratio below the true one (" + setting.words() + ", K = "
                                + iterations.get(k) + ")");
                    }
                }
                curves.add(Curves.positive(Curves.means("certified, " + names.get(r), x, certified)));
                curves.add(Curves.positive(Curves.means("true, " + names.get(r), x, truth)));
                int twelve = iterations.indexOf(12);
                found.append(" β = " + PaperSetting.plain(setting.beta()) + ", " + names.get(r) + ": certified "
                        + Wording.number(1 + certified.get(twelve).mean()) + ", true "
                        + Wording.number(1 + truth.get(twelve).mean()) + ".");
            }
            panels.add(Curves.plot(
                    String.valueOf((char) ('a' + panels.size())),
                    "N = " + setting.agents() + ", D = " + setting.degree() + ", β = "
                            + PaperSetting.plain(setting.beta()),
                    Axis.log("iterations K"),
                    Axis.log("ratio − 1"),
                    curves));
        }
        Figure figure = new Figure(
                "books",
                "The ratio certified by the agents' own books, and the true one; auto from previous, spiking costs, T = 20",
                "",
                "At K = 12, means:" + found,
                setup.words(),
                settings.size(),
                panels);
        return new Findings(List.of(figure), List.of(), broken);
    }

    private static List<List<Ratios>> ratios(Instance instance, List<LambdaRule> rules, List<Integer> iterations) {
        double opt = Hindsight.solve(instance, 1).optimum().upperBound();
        List<List<Ratios>> all = new ArrayList<>();
        for (LambdaRule rule : rules) {
            List<Ratios> ofRule = new ArrayList<>();
            for (int k : iterations) {
                Recipe recipe = Recipe.standard().with(IterationRule.fixed(k)).with(rule);
                PlayedRun run = PlayedRun.by(new AcordPolicy("ACORD", recipe, false), instance, rule);
                PlayedBooks books = new PlayedBooks(instance.start());
                for (int t = 1; t <= instance.horizon(); t++) {
                    books.close(instance.round(t), run.actions().get(t - 1));
                }
                ofRule.add(new Ratios(run.total() / books.atLeast(), run.total() / opt));
            }
            all.add(ofRule);
        }
        return all;
    }
}
