package io.acord.lab.generate;

import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.Band;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.Huber;
import io.acord.cost.Quadratic;
import io.acord.lab.options.Options;
import io.acord.lab.options.Value;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A cost of another shape for every agent and round, smooth or not.
 *
 * <ul>
 *   <li>{@code of} lists the shapes, drawn with equal chances: quadratic, absolute, band, huber, boxed. All of them by
 *       default; {@code of: absolute} for one only.
 *   <li>Each coordinate of the target v is U[−range, range].
 *   <li>{@code mu} is the strong convexity of all; a further weight, U(0, weight], goes to what makes the shape: |x −
 *       v|, the distance from a band of half-width up to range/4 around v, a Huber term with a threshold up to range/4,
 *       or more curvature of a quadratic.
 *   <li>A boxed cost is a quadratic that allows no action outside a box with ends between range/4 and range on either
 *       side of 0. So 0 is always allowed.
 * </ul>
 */
public final class MixedCosts extends CostKind {

    private enum Shape {
        QUADRATIC,
        ABSOLUTE,
        BAND,
        HUBER,
        BOXED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public MixedCosts() {
        super("mixed", "quadratic, absolute, band, huber and boxed costs side by side");
    }

    @Override
    public CostSource create(Options options, DeclaredSize declared) {
        double range = CommonOptions.positive(options, "range", 10, "targets lie within it");
        double mu = CommonOptions.positive(options, "mu", 0.5, "hitting costs are strongly convex");
        double weight = CommonOptions.positive(options, "weight", 4, "nothing would be left of the shapes");
        return new Mixed(shapes(options), range, mu, weight);
    }

    private static List<Shape> shapes(Options options) {
        Value of = options.value("of").orElse(null);
        if (of == null) {
            return List.of(Shape.values());
        }
        List<Value> words = of instanceof Value.Listing listing ? listing.items() : List.of(of);
        List<Shape> shapes = new ArrayList<>();
        for (Value word : words) {
            Arrays.stream(Shape.values())
                    .filter(shape ->
                            word instanceof Value.Scalar scalar && scalar.text().equals(shape.word()))
                    .forEach(shapes::add);
        }
        if (shapes.isEmpty() || shapes.size() < words.size()) {
            options.complain(
                    "of",
                    "some of "
                            + String.join(
                                    ", ",
                                    Arrays.stream(Shape.values())
                                            .map(Shape::word)
                                            .toList()),
                    "write for instance of: [absolute, band], or omit it for all of them");
            return List.of(Shape.values());
        }
        return List.copyOf(shapes);
    }

    private record Mixed(List<Shape> shapes, double range, double mu, double weight) implements CostSource {

        @Override
        public Costs costs(Size size, long seed) {
            return t -> {
                HittingCost[] f = new HittingCost[size.agents()];
                SeededRandom random = new SeededRandom(seed, "mixed".hashCode(), t);
                for (int i = 0; i < f.length; i++) {
                    f[i] = draw(size.dimension(), random);
                }
                return f;
            };
        }

        private HittingCost draw(int dimension, SeededRandom random) {
            Shape shape = shapes.get(random.below(shapes.size()));
            double w = weight * (1 - random.uniform());
            double size = range / 4 * (1 - random.uniform());
            double[] v = new double[dimension];
            Arrays.setAll(v, c -> random.uniform(-range, range));
            return switch (shape) {
                case QUADRATIC -> quadratic(w, v);
                case ABSOLUTE -> AbsoluteDeviation.of(w, v, mu);
                case BAND -> Band.of(moved(v, -size), moved(v, size), w, mu);
                case HUBER -> Huber.of(w, size, v, mu);
                case BOXED -> boxed(quadratic(w, v), dimension, random);
            };
        }

        private HittingCost quadratic(double w, double[] v) {
            return Quadratic.alpha((mu + w) / 2, v);
        }

        private HittingCost boxed(HittingCost cost, int dimension, SeededRandom random) {
            double[] low = new double[dimension];
            double[] high = new double[dimension];
            for (int c = 0; c < dimension; c++) {
                low[c] = -random.uniform(range / 4, range);
                high[c] = random.uniform(range / 4, range);
            }
            return Boxed.of(cost, low, high);
        }

        private static double[] moved(double[] v, double by) {
            return Arrays.stream(v).map(coordinate -> coordinate + by).toArray();
        }
    }
}
