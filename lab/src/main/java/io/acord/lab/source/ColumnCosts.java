package io.acord.lab.source;

import io.acord.cost.HittingCost;
import io.acord.cost.HittingCosts;
import java.util.Arrays;
import java.util.Optional;

/** Costs that are all ½ Σ curvatureₖ (xₖ − vₖ)². They lie in columns; objects are made for whoever asks for them. */
@FunctionalInterface
public interface ColumnCosts extends CostSource.Costs {

    /** f_t of all agents, t = 1 .. T; asking twice gives equal costs. */
    HittingCosts all(int t);

    @Override
    default Optional<HittingCosts> columns(int t) {
        return Optional.of(all(t));
    }

    @Override
    default HittingCost[] round(int t) {
        HittingCosts all = all(t);
        HittingCost[] each = new HittingCost[all.agents()];
        Arrays.setAll(each, all::cost);
        return each;
    }
}
