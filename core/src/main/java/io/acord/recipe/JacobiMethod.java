package io.acord.recipe;

/**
 * Pulled towards the neighbours themselves (theory 5.8): half the iterations, but the objective may go up on the way.
 */
final class JacobiMethod extends VariantMethod {

    @Override
    String word() {
        return "jacobi";
    }

    @Override
    String description() {
        return "Jacobi";
    }

    @Override
    boolean pullsToNeighbors() {
        return true;
    }
}
