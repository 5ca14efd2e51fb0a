package io.acord.paper.study;

import io.acord.lab.figure.Figure;
import io.acord.lab.figure.Figure.Axis;
import io.acord.lab.figure.Figure.Curve;
import io.acord.lab.figure.Figure.Panel;
import io.acord.lab.figure.Figure.Style;
import io.acord.lab.instance.Instance;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.paper.experiment.ParallelMap;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Claim;
import io.acord.paper.finding.Curves;
import io.acord.paper.finding.Evidence;
import io.acord.paper.finding.Findings;
import io.acord.paper.finding.Wording;
import io.acord.recipe.Variant;
import io.acord.theory.Contraction;
import io.acord.theory.GapBound;
import io.acord.theory.Sigma;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** How the variants of ACORD approach the minimum of a round, against what is proved about them. */
public final class ConvergenceStudy extends Study {

    private static final int AGENTS = 20;
    private static final double BETA = 5;

    /** Below this share of F_t a gap is rounding. */
    private static final double ROUNDING = 1e-12;

    /** Variants whose gap is bounded a priori. */
    private static final List<Variant> PROVEN =
            List.of(Variant.PLAIN, Variant.JACOBI, Variant.ACCELERATED, Variant.CERTIFIED);

    /** The paper's rate beside those of the variants. */
    private static final String PAPER = "paper's rate";

    /** A picture: a graph and a kind of costs. */
    private enum Scene {
        RING_SMOOTH("ring, quadratic costs", "{kind: ring}", "{kind: mixed, mu: 0.5, of: [quadratic]}"),
        RING_NONSMOOTH("ring, non-smooth costs", "{kind: ring}", "{kind: mixed, mu: 0.5, of: [absolute, band, boxed]}"),
        REGULAR_SMOOTH(
                "random 6-regular, quadratic costs",
                "{kind: random-regular, degree: 6}",
                "{kind: mixed, mu: 0.5, of: [quadratic]}"),
        REGULAR_NONSMOOTH(
                "random 6-regular, non-smooth costs",
                "{kind: random-regular, degree: 6}",
                "{kind: mixed, mu: 0.5, of: [absolute, band, boxed]}");

        private final String words;
        private final String graph;
        private final String costs;

        Scene(String words, String graph, String costs) {
            this.words = words;
            this.graph = graph;
            this.costs = costs;
        }

        boolean isSmooth() {
            return this == RING_SMOOTH || this == REGULAR_SMOOTH;
        }

        RoundObjective objective(long seed) {
            Instance instance = RandomInstances.instance(costs, graph, AGENTS, 1, BETA, seed);
            return RandomInstances.objective(instance.round(1), instance.start());
        }
    }

    /** Gaps of one variant and proven bounds on them, for k = 1, 2, … */
    private record Track(Variant variant, List<Double> gaps, List<Double> proven) {}

    /** All variants in one round. */
    private record IterationRecord(Scene scene, List<Track> tracks, List<Double> paper, double floor) {

        /** The largest gap/bound where the gap is no rounding. */
        double worst(List<Double> measured, List<Double> bound) {
            double worst = 0;
            for (int k = 0; k < measured.size(); k++) {
                if (measured.get(k) > floor) {
                    worst = Math.max(worst, measured.get(k) / bound.get(k));
                }
            }
            return worst;
        }

        Track track(Variant variant) {
            return tracks.get(PROVEN.indexOf(variant));
        }

        double worst(Variant variant) {
            return worst(track(variant).gaps(), track(variant).proven());
        }

        double worstOfPaper() {
            return worst(track(Variant.PLAIN).gaps(), paper);
        }
    }

    private record Case(Scene scene, long seed) {}

    public ConvergenceStudy() {
        super("convergence", "Convergence: the gap of a round over the iterations, against the proven rates");
    }

    @Override
    public Findings find(StudySetup setup, Progress progress) {
        int iterations = setup.quick() ? 60 : 200;
        List<Case> cases = new ArrayList<>();
        for (Scene scene : Scene.values()) {
            setup.allSeeds().forEach(seed -> cases.add(new Case(scene, seed)));
        }
        List<IterationRecord> records = ParallelMap.map(
                cases,
                setup,
                progress,
                which -> record(which.scene(), which.scene().objective(which.seed()), iterations));
        List<Panel> panels = new ArrayList<>();
        for (Scene scene : Scene.values()) {
            IterationRecord first = records.stream()
                    .filter(record -> record.scene() == scene)
                    .findFirst()
                    .orElseThrow();
            panels.add(panel(String.valueOf((char) ('a' + panels.size())), first));
        }
        Figure figure = new Figure(
                "convergence-rates",
                "F_t(x^k) − min F_t over k, N = 20, β = 5, μ ≥ 0.5",
                "The gap falls at least as fast as (1 − σ/4βl)^{k−1}, for non-smooth hitting costs too (Proposition B.2).",
                "Largest gap/bound over " + setup.seeds() + " seeds a panel: " + Wording.number(worstOfPaper(records))
                        + " of the paper's rate, " + Wording.number(worst(records, Variant.PLAIN)) + " of ρ^k, "
                        + Wording.number(worst(records, Variant.JACOBI)) + " of Jacobi's, "
                        + Wording.number(worst(records, Variant.CERTIFIED)) + " of Theorem B's and "
                        + Wording.number(worst(records, Variant.ACCELERATED)) + " of the bound 2‖z⁰ − z*‖²/(k + 1)².",
                "mu of the round, from zero; curves of seed " + setup.seed(),
                2,
                panels);
        List<String> broken = PROVEN.stream()
                .filter(variant -> worst(records, variant) > 1)
                .map(variant -> "The gap of " + variant.description() + " was "
                        + Wording.number(worst(records, variant)) + " times its proven bound.")
                .toList();
        return new Findings(List.of(figure), claims(records), broken);
    }

    private static double worstOfPaper(List<IterationRecord> records) {
        return records.stream().mapToDouble(IterationRecord::worstOfPaper).max().orElseThrow();
    }

    private static double worst(List<IterationRecord> records, Variant variant) {
        return records.stream()
                .mapToDouble(record -> record.worst(variant))
                .max()
                .orElseThrow();
    }

    private static IterationRecord record(Scene scene, RoundObjective objective, int iterations) {
        RoundMinimum minimum = RoundMinimum.of(objective);
        Bounds bounds = new Bounds(objective, minimum);
        List<Track> tracks = new ArrayList<>();
        for (Variant variant : PROVEN) {
            Iterates iterates = new Iterates(objective, variant);
            List<Double> measured = new ArrayList<>();
            List<Double> bound = new ArrayList<>();
            for (int k = 1; k <= iterations; k++) {
                measured.add(minimum.gap(objective, iterates.next()));
                bound.add(bounds.of(variant, k));
            }
            tracks.add(new Track(variant, measured, bound));
        }
        List<Double> paper =
                IntStream.rangeClosed(1, iterations).mapToObj(bounds::ofPaper).toList();
        return new IterationRecord(scene, tracks, paper, ROUNDING * (1 + Math.abs(minimum.value())));
    }

    private static Panel panel(String id, IterationRecord record) {
        List<Curve> curves = new ArrayList<>();
        for (Track track : record.tracks()) {
            String name = track.variant().description();
            curves.add(curve(name, Style.LINE, track.gaps(), record.floor()));
            curves.add(curve(name + ", proven", Style.DASHED, track.proven(), record.floor()));
        }
        curves.add(curve(PAPER, Style.DASHED, record.paper(), record.floor()));
        return Curves.plot(
                id, record.scene().words, Axis.linear("iterations k"), Axis.log("F_t(x^k) − min F_t"), curves);
    }

    /** Down to where rounding begins. */
    private static Curve curve(String name, Style style, List<Double> y, double floor) {
        List<Double> x = new ArrayList<>();
        List<Double> shown = new ArrayList<>();
        for (int k = 1; k <= y.size() && y.get(k - 1) > floor; k++) {
            x.add((double) k);
            shown.add(y.get(k - 1));
        }
        return style == Style.DASHED ? Curves.dashed(name, x, shown) : Curves.line(name, x, shown);
    }

    private static List<Claim> claims(List<IterationRecord> records) {
        List<IterationRecord> rough =
                records.stream().filter(record -> !record.scene().isSmooth()).toList();
        double ofPaper = worstOfPaper(records);
        double ofOurs = worst(records, Variant.PLAIN);
        Claim proposition = Evidence.about(
                        "proposition-convergence",
                        "Appendix B, Proposition B.2",
                        "Alternating minimisation brings the gap down at least as fast as (1 − σ/4βl)^{K−1}.")
                .number("largest gap / paper's bound", ofPaper)
                .number("largest gap / min{ρ^K, ρ^{2K−1}/(1 − ρ)} E₀", ofOurs)
                .number("largest gap / bound, Jacobi", worst(records, Variant.JACOBI))
                .number("largest gap / bound, constant θ (Theorem B)", worst(records, Variant.CERTIFIED))
                .number("largest gap / bound, FISTA weights", worst(records, Variant.ACCELERATED))
                .number("rounds", records.size())
                .shownBy("convergence-rates")
                .holds(
                        ofPaper <= 1,
                        "Reproduced if no gap exceeds the bound, with σ computed as an eigenvalue. The exponent may be K, and the rate ρ ≤ 1 − σ/4βl (5.2); the variants keep their own bounds.");
        Claim nonsmooth = Evidence.about(
                        "convergence-without-smoothness",
                        "Appendix B.2",
                        "The rate needs no Lipschitz gradients: hitting costs may be non-smooth.")
                .number("largest gap / paper's bound, non-smooth costs", worstOfPaper(rough))
                .number("largest gap / our bound, non-smooth costs", worst(rough, Variant.PLAIN))
                .number("rounds", rough.size())
                .shownBy("convergence-rates")
                .holds(
                        worstOfPaper(rough) <= 1,
                        "Costs are |x − v|, dead bands and boxes on top of μ/2 x². Reproduced if no gap exceeds the bound.");
        return List.of(proposition, nonsmooth);
    }

    /** What is proved about one round. */
    private static final class Bounds {
        private final double startGap; // E_0
        private final double liftedGap; // FF(x⁰, z⁰) − F*, what the paper starts from
        private final double edgeDistance; // ‖z⁰ − z*‖²_H
        private final double jacobiDistance; // ‖x⁰ − x~‖² in the norm of D_a + βD_W
        private final double kappa; // 1 − ρ, at least
        private final double edgeKappa;
        private final double rhoJacobi;
        private final double jacobiKappa;
        private final double paperRate;

        Bounds(RoundObjective objective, RoundMinimum minimum) {
            Round round = objective.round();
            double[] a = RandomInstances.moduli(objective);
            Contraction contraction = Contraction.of(round.coupling(), round.beta(), a);
            this.kappa = contraction.rho().kappaAtLeast();
            this.edgeKappa = contraction.edgeKappa();
            this.rhoJacobi = contraction.rhoJacobi().rhoAtMost();
            this.jacobiKappa = contraction.jacobiKappa();
            double sigma = Sigma.of(round.coupling(), round.beta(), a).exact();
            this.paperRate = 1 - sigma / (4 * round.beta());
            this.liftedGap = objective.at(Actions.zero(round.agents(), 1)) - minimum.value();
            this.startGap = startGap(objective, minimum);
            double edges = 0;
            for (int e = 0; e < round.graph().edges(); e++) {
                double z = (minimum.actions().get(round.graph().tail(e))
                                + minimum.actions().get(round.graph().head(e)))
                        / 2;
                edges += 4 * round.beta() * z * z;
            }
            this.edgeDistance = edges;
            double agents = 0;
            for (int i = 0; i < round.agents(); i++) {
                double x = minimum.actions().get(i);
                agents += (a[i] + round.beta() * round.graph().degree(i)) * x * x;
            }
            this.jacobiDistance = agents;
        }

        /** g(0) − F*: the local problems' values at the first iterate, which minimises them. */
        private static double startGap(RoundObjective objective, RoundMinimum minimum) {
            Round round = objective.round();
            Actions first = new Iterates(objective, Variant.PLAIN).next();
            double sum = 0;
            for (int i = 0; i < round.agents(); i++) {
                double x = first.get(i);
                sum += objective.ownPart(i, first.of(i))
                        + round.beta() * round.graph().degree(i) * x * x;
            }
            return Math.max(0, sum - minimum.value());
        }

        double ofPaper(int k) {
            return Math.pow(paperRate, k - 1) * liftedGap;
        }

        double of(Variant variant, int k) {
            if (variant == Variant.PLAIN) {
                return GapBound.plain(startGap, kappa, k);
            }
            if (variant == Variant.JACOBI) {
                return jacobi(k);
            }
            if (variant == Variant.ACCELERATED) {
                return 2 * edgeDistance / ((k + 1.0) * (k + 1.0));
            }
            if (variant == Variant.CERTIFIED) {
                return GapBound.accelerated(startGap, edgeDistance, edgeKappa, k);
            }
            throw new AssertionError("no bound for " + variant);
        }

        /**
         * ½ (1 + ρ_J)² ρ_J^{2k}/κ_J ‖x⁰ − x~‖², κ_J = min a_i/(a_i + βs_i): x^k leaves the subgradient r = β Adj
         * (x^{k−1} − x^k), whose norm in (D_a + βD_W)^{−1} is at most ρ_J ‖x^k − x^{k−1}‖ ≤ ρ_J (1 + ρ_J) ρ_J^{k−1} ‖x⁰
         * − x~‖ (5.8), and the gap is at most Σ r_i²/(2a_i) (5.6).
         */
        private double jacobi(int k) {
            double step = (1 + rhoJacobi) * Math.pow(rhoJacobi, k);
            return step * step * jacobiDistance / (2 * jacobiKappa);
        }
    }
}
