package io.acord.bench;

import io.acord.acord.Acord;
import io.acord.acord.Decision;
import io.acord.cost.Boxed;
import io.acord.cost.Quadratic;
import io.acord.graph.Graph;
import io.acord.internal.kernel.Block;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.optim.nonlinear.scalar.ObjectiveFunction;
import org.hipparchus.optim.nonlinear.vector.constrained.ADMMQPOptimizer;
import org.hipparchus.optim.nonlinear.vector.constrained.LinearBoundedConstraint;
import org.hipparchus.optim.nonlinear.vector.constrained.QuadraticFunction;
import org.jspecify.annotations.Nullable;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;

/**
 * One round in one place, against the quadratic programming that a Java engineer can get and against scipy: everybody's
 * target, edges, what moving costs, and a box for every action.
 */
record CompareSolvers(Path programs, boolean quick, Consumer<String> saying) {

    private static final double LIMIT = 5;
    private static final double WANTED = 1e-6; // of the cost, above the best

    /** Those who make a dense matrix of all agents do without larger fleets: n² numbers. */
    private static final int LARGEST_DENSE = 2_000;

    private static final double LONGEST_SECONDS = 20;
    private static final double TEN_TIMES_AS_MANY = 1_000; // in time, for a dense factor
    private static final double SECONDS_ENOUGH = 2; // a turn that takes this long is not repeated

    /** Somebody who finds the actions of a round. */
    private interface Solver {
        double[] solve() throws IOException;
    }

    /** What somebody took, and how far above the best he stayed, relative to it. */
    private record Outcome(double seconds, double excess) {
        static final Outcome NONE = new Outcome(Double.NaN, Double.NaN);
    }

    Table run() throws IOException {
        try (Other.Exchange exchange = new Other.Exchange();
                Other scipy = Other.python(programs)) {
            Table table = new Table(
                    "One round in one place, one thread",
                    "Quadratic costs, beta = 50, actions within a box that binds about half of them. ms: from numbers in arrays to actions, smallest of some turns. Above: cost over the best, less 1; Acord and scipy go on until it is at most 1e-6, the others end by themselves, as they come. "
                            + "Acord: auto, until its certificate says so. ojAlgo 57.1.0: ExpressionsBasedModel.minimise; Hipparchus 4.0.3: ADMMQPOptimizer, dense matrices: fleets of more than "
                            + LARGEST_DENSE + " agents are left out, and those that would take more than "
                            + (int) LONGEST_SECONDS + " s by the cube of their number. scipy"
                            + (scipy == null ? ", which is not here" : " (" + scipy.name() + ")")
                            + ": L-BFGS-B with sparse gradients, its steps counted beforehand. PDLP of OR-Tools 9.14 is not among them: what it offers to Java takes linear objectives only.",
                    "graph | agents | Acord ms | above | ojAlgo ms | above | Hipparchus ms | above | "
                            + "scipy ms | above | ojAlgo / Acord | Hipparchus / Acord | scipy / Acord");
            int[] sizes = quick ? new int[] {100, 1_000} : new int[] {100, 1_000, 10_000, 100_000};
            for (Fleets.Kind kind : List.of(Fleets.Kind.RING, Fleets.Kind.RANDOM_REGULAR)) {
                double[] last = {0, 0};
                for (int n : sizes) {
                    saying.accept("one round of " + n + " agents, " + kind.words + ", by solvers");
                    row(table, kind, n, exchange, scipy, last);
                }
            }
            return table;
        }
    }

    private void row(
            Table table, Fleets.Kind kind, int n, Other.Exchange exchange, @Nullable Other scipy, double[] last)
            throws IOException {
        RoundObjective objective = boxed(Fleets.objective(kind.coupling(n)));
        Flat flat = new Flat(objective);
        double best = cost(objective, flat.acord(1e-12 * cost(objective, new double[n])));
        Outcome ours = outcome(objective, best, () -> flat.acord(WANTED * best));
        Outcome ojalgo = Outcome.NONE;
        if (n <= LARGEST_DENSE && TEN_TIMES_AS_MANY * last[0] < LONGEST_SECONDS) {
            ojalgo = outcome(objective, best, flat::ojalgo);
            last[0] = ojalgo.seconds;
        }
        Outcome hipparchus = Outcome.NONE;
        if (n <= LARGEST_DENSE && TEN_TIMES_AS_MANY * last[1] < LONGEST_SECONDS) {
            hipparchus = outcome(objective, best, flat::hipparchus);
            last[1] = hipparchus.seconds;
        }
        Outcome theirs = Outcome.NONE;
        if (scipy != null) {
            flat.write(exchange);
            double steps = scipy.number(
                    "box " + exchange + " " + n + " 50 " + LIMIT + " " + best * (1 + WANTED) + " " + flat.constant);
            double seconds = Double.POSITIVE_INFINITY;
            for (int turn = 0; turn < 3; turn++) {
                seconds = Math.min(seconds, scipy.number("lbfgsb " + (int) steps));
            }
            theirs = new Outcome(seconds, cost(objective, exchange.read("x")) / best - 1);
        }
        table.row(
                kind.words,
                n,
                1e3 * ours.seconds,
                ours.excess,
                1e3 * ojalgo.seconds,
                ojalgo.excess,
                1e3 * hipparchus.seconds,
                hipparchus.excess,
                1e3 * theirs.seconds,
                theirs.excess,
                ojalgo.seconds / ours.seconds,
                hipparchus.seconds / ours.seconds,
                theirs.seconds / ours.seconds);
    }

    private static Outcome outcome(RoundObjective objective, double best, Solver solver) throws IOException {
        double[] x = {};
        double seconds = Double.POSITIVE_INFINITY;
        long begun = System.nanoTime();
        for (int turn = 0; turn < 3 || (turn < 30 && System.nanoTime() - begun < 2e9); turn++) {
            long from = System.nanoTime();
            x = solver.solve();
            seconds = Math.min(seconds, (System.nanoTime() - from) / 1e9);
            if (seconds > SECONDS_ENOUGH) {
                break;
            }
        }
        for (int i = 0; i < x.length; i++) { // a hair outside costs nothing here, and nobody may gain by it
            x[i] = Math.max(-LIMIT, Math.min(LIMIT, x[i]));
        }
        return new Outcome(seconds, cost(objective, x) / best - 1);
    }

    private static double cost(RoundObjective objective, double[] x) {
        double moving = 0;
        for (int i = 0; i < x.length; i++) {
            double moved = x[i] - objective.previous().get(i);
            moving += objective.regularization(i) / 2 * moved * moved;
        }
        Actions actions = Actions.scalars(x);
        return objective.round().cost(actions, actions).total() + moving;
    }

    private static RoundObjective boxed(RoundObjective of) {
        Round round = of.round();
        int n = round.agents();
        Round.Builder boxed = Round.builder(n, 1).coupling(round.coupling()).beta(round.beta());
        double[] lambda = new double[n];
        double[] low = {-LIMIT};
        double[] high = {LIMIT};
        for (int i = 0; i < n; i++) {
            Quadratic cost =
                    Quadratic.alpha(round.costs().curvature(i, 0), round.costs().target(i, 0));
            boxed.cost(i, Boxed.of(cost, low, high));
            lambda[i] = 0.5;
        }
        return new RoundObjective(boxed.build(), of.previous(), lambda);
    }

    /** The round as a quadratic program: ½ xᵀHx − lᵀx + constant within a box. */
    private static final class Flat {
        private final RoundObjective objective;
        private final int n;
        private final double beta;
        private final Graph graph;
        private final double[] diagonal;
        private final double[] linear;
        private final double constant;

        Flat(RoundObjective objective) {
            this.objective = objective;
            Round round = objective.round();
            this.n = round.agents();
            this.beta = round.beta();
            this.graph = round.graph();
            this.diagonal = new double[n];
            this.linear = new double[n];
            double sum = 0;
            for (int i = 0; i < n; i++) {
                if (!(round.cost(i) instanceof Boxed box && box.inside() instanceof Quadratic f)) {
                    throw new AssertionError("not a quadratic in a box");
                }
                double c = f.curvature(0, 0);
                double hold = objective.regularization(i);
                double before = objective.previous().get(i);
                diagonal[i] = c + hold + beta * graph.degree(i);
                linear[i] = c * f.target(0) + hold * before;
                sum += c / 2 * f.target(0) * f.target(0) + hold / 2 * before * before;
            }
            this.constant = sum;
        }

        double[] acord(double accuracy) {
            Recipe recipe = Recipe.of(Variant.AUTO, From.PREVIOUS, IterationRule.accuracy(accuracy));
            Decision decision = Acord.of(recipe, 1).decide(objective);
            return decision.actions().toArray();
        }

        double[] ojalgo() {
            ExpressionsBasedModel model = new ExpressionsBasedModel();
            for (int i = 0; i < n; i++) {
                model.newVariable("x" + i).lower(-LIMIT).upper(LIMIT).weight(-linear[i]);
            }
            Expression quadratic = model.newExpression("quadratic").weight(0.5);
            for (int i = 0; i < n; i++) {
                quadratic.set(i, i, diagonal[i]);
            }
            for (int e = 0; e < graph.edges(); e++) {
                quadratic.set(graph.tail(e), graph.head(e), -beta);
                quadratic.set(graph.head(e), graph.tail(e), -beta);
            }
            Optimisation.Result result = model.minimise();
            double[] x = new double[n];
            Arrays.setAll(x, result::doubleValue);
            return x;
        }

        double[] hipparchus() {
            double[][] h = new double[n][n];
            for (int i = 0; i < n; i++) {
                h[i][i] = diagonal[i];
            }
            for (int e = 0; e < graph.edges(); e++) {
                h[graph.tail(e)][graph.head(e)] = -beta;
                h[graph.head(e)][graph.tail(e)] = -beta;
            }
            double[] toMinimize = Arrays.stream(linear).map(l -> -l).toArray();
            return new ADMMQPOptimizer()
                    .optimize(
                            new ObjectiveFunction(new QuadraticFunction(
                                    new Array2DRowRealMatrix(h, false), new ArrayRealVector(toMinimize, false), 0)),
                            new LinearBoundedConstraint(
                                    MatrixUtils.createRealIdentityMatrix(n),
                                    new ArrayRealVector(n, -LIMIT),
                                    new ArrayRealVector(n, LIMIT)))
                    .getX()
                    .toArray();
        }

        void write(Other.Exchange exchange) throws IOException {
            Block block = Block.whole(objective.round().coupling());
            exchange.write("first", block.firstArc());
            exchange.write("column", block.column());
            exchange.write("diagonal", diagonal);
            exchange.write("linear", linear);
            exchange.write("before", objective.previous().toArray());
        }
    }
}
