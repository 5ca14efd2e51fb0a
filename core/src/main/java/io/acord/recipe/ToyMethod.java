package io.acord.recipe;

/** Plain from extrapolated points, always with the weight ¼. */
final class ToyMethod extends VariantMethod {

    @Override
    String word() {
        return "toy";
    }

    @Override
    String description() {
        return "toy, constant weight";
    }

    @Override
    boolean hasMomentum() {
        return true;
    }

    @Override
    Momentum momentum(double kappa) {
        return Momentum.constant(0.25);
    }
}
