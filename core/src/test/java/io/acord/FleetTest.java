package io.acord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.acord.Decision;
import io.acord.cost.HittingCost;
import io.acord.cost.MaxAffine;
import io.acord.cost.Parabola;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import org.junit.jupiter.api.Test;

class FleetTest {

    private static Round pathOf(Fleet fleet, double beta, double... targets) {
        Round.Builder round = fleet.round().beta(beta);
        for (int i = 0; i < targets.length; i++) {
            round.cost(i, Quadratic.alpha(0.5, targets[i]));
            if (i > 0) {
                round.edge(i - 1, i);
            }
        }
        return round.build();
    }

    @Test
    void aFleetRemembersWhereItIsAndWhatItPaid() {
        Fleet fleet = Fleet.of(3);
        Decision first = fleet.decide(pathOf(fleet, 2, 1, -1, 3));
        Decision second = fleet.decide(pathOf(fleet, 2, 2, 0, 1));
        assertThat(fleet.rounds()).isEqualTo(2);
        assertThat(fleet.actions()).isEqualTo(second.actions());
        assertThat(fleet.cost()).isEqualTo(Cost.ZERO.plus(first.cost()).plus(second.cost()));
        double moved = 0;
        for (int i = 0; i < 3; i++) {
            double step = second.actions().get(i) - first.actions().get(i);
            moved += step * step / 2;
        }
        assertThat(second.cost().switching()).isCloseTo(moved, within(1e-15));
    }

    @Test
    void theThreePartsOfTheCostAreThePapersWithEachEdgeOnce() {
        Round round = Round.builder(3, 2)
                .costs(Quadratic.alpha(2, 1, 0), Quadratic.alpha(1, 0, 0), Quadratic.alpha(3, 0, 1))
                .edge(0, 1, 2)
                .edge(2, 1, new double[][] {{1, 1}})
                .edge(2, 0, 1, new double[] {0.5, 0})
                .beta(4)
                .switchingWeights(1, 2, 3)
                .build();
        Actions x = Actions.flat(2, new double[] {1, 1, 0, 2, 3, 0});
        Actions previous = Actions.everybodyAt(3, 1, 1);
        Cost cost = round.cost(x, previous);
        assertThat(cost.hitting()).isEqualTo(2 * 1 + 1 * 4 + 3 * (9 + 1));
        assertThat(cost.switching()).isEqualTo(0.5 * (0 + 2 * (1 + 1) + 3 * (4 + 1)));
        // (0,1): 2·|(1,-1)|² = 4; (1,2): (A(x_1 − x_2))² = (−3 + 2)² = 1; (2,0) with offset: |(3,0) − (1,1) − (.5,0)|²
        // = 1.5² + 1
        assertThat(cost.dissimilarity()).isEqualTo(4 / 2.0 * (4 + 1 + 3.25));
    }

    @Test
    void offsetsAreWhatNeighborsSettleAtWhenNothingElsePullsMuch() {
        Fleet fleet = Fleet.builder(2)
                .recipe(Recipe.of(Variant.AUTO, From.ZERO, IterationRule.accuracy(1e-12)))
                .build();
        Round round = fleet.round()
                .costs(Quadratic.alpha(1e-4, 0), Quadratic.alpha(1e-4, 0))
                .edge(1, 0, 1, new double[] {3})
                .beta(1000)
                .build();
        Actions x = fleet.decide(round).actions();
        assertThat(x.get(1) - x.get(0)).isCloseTo(3, within(1e-2));
    }

    @Test
    void aRoundThatIsRefusedChangesNothing() {
        Fleet fleet = Fleet.builder(2)
                .recipe(Recipe.of(Variant.AUTO, From.ZERO, IterationRule.accuracy(1e-6))
                        .with(LambdaRule.declared(1)))
                .build();
        fleet.decide(pathOf(fleet, 1, 1, 2));
        Actions before = fleet.actions();
        Round tooFlat = fleet.round()
                .costs(Quadratic.alpha(0.1, 0), Quadratic.alpha(0.2, 0))
                .build();
        assertThatThrownBy(() -> fleet.decide(tooFlat))
                .hasMessageContaining("agents[0].cost.mu is 0.2")
                .hasMessageContaining("agents[1].cost.mu is 0.4")
                .hasMessageContaining("at least the declared 1.0");
        assertThatThrownBy(() -> fleet.decide(pathOf(Fleet.of(3), 1, 1, 2, 3)))
                .hasMessageContaining("round is of 3 agents with 1 coordinates");
        assertThat(fleet.rounds()).isEqualTo(1);
        assertThat(fleet.actions()).isEqualTo(before);
    }

    @Test
    void aFleetSaysWhyNothingWasPromisedAndCertifiesAllTheSame() {
        Fleet perRound = Fleet.builder(2)
                .recipe(Recipe.of(Variant.AUTO, From.ZERO, IterationRule.accuracy(1e-6))
                        .with(LambdaRule.perRound()))
                .build();
        perRound.decide(pathOf(perRound, 1, 1, 2));
        assertThat(perRound.whyNotPromised()).get().asString().contains("no bound is proved");
        Guarantee.Proven certified = (Guarantee.Proven) perRound.guarantee();
        assertThat(certified.promisedRatio()).isEmpty();
        assertThat(certified.ratioAtMost()).isBetween(1.0, 1.05);
        Fleet fixed = Fleet.builder(2)
                .recipe(Recipe.of(Variant.AUTO, From.ZERO, IterationRule.accuracy(1e-6))
                        .with(LambdaRule.fixed(1)))
                .build();
        assertThat(fixed.whyNotPromised()).get().asString().contains("fixed by hand at 1.0");
        Fleet weights = Fleet.builder(1)
                .recipe(Recipe.standard().with(LambdaRule.running()))
                .build();
        Fleet riccati = Fleet.of(1);
        for (double b : new double[] {1, 2}) {
            Round round = weights.round()
                    .cost(0, Quadratic.alpha(1, 1))
                    .switchingWeights(b)
                    .build();
            weights.decide(round);
            riccati.decide(round);
        }
        assertThat(weights.whyNotPromised()).get().asString().contains("switching weights change");
        assertThat(riccati.whyNotPromised()).isEmpty();
    }

    /** The identity of theory 12: shares of what may have been overpaid add up to all that was paid above the bound. */
    @Test
    void whatAgentsCanHaveOverpaidAddsUpToTheGap() {
        Fleet fleet = Fleet.of(3);
        double overpaid = 0;
        for (double target : new double[] {1, 5, -2, 3, 3, 0}) {
            Decision decision = fleet.decide(pathOf(fleet, 4, target, -target, 2));
            for (int i = 0; i < 3; i++) {
                overpaid += decision.overpaidBefore(i);
            }
        }
        for (int i = 0; i < 3; i++) {
            overpaid += fleet.overpaidAtMost(i);
        }
        Guarantee.Proven proven = (Guarantee.Proven) fleet.guarantee();
        assertThat(overpaid).isCloseTo(fleet.cost().total() - proven.books(), within(1e-10));
        assertThat(proven.overpaidAtMost()).isLessThanOrEqualTo(overpaid + 1e-10);
        assertThat(proven.inWords()).startsWith("certified, if the costs are what they say: at most 1.");
    }

    @Test
    void theGuaranteeIsAboutCostsAboveTheirMinimaWhereTheyAreNegative() {
        Fleet fleet = Fleet.of(1);
        fleet.decide(fleet.round()
                .cost(0, MaxAffine.of(new double[] {1, -1}, new double[] {-5, -5}, 0.5, 0))
                .build());
        Guarantee.Proven proven = (Guarantee.Proven) fleet.guarantee();
        assertThat(proven.shift()).isCloseTo(-5, within(1e-12));
        assertThat(proven.optimumAtLeast()).isBetween(-5.0 - 1e-9, -5 + 1e-9);
    }

    @Test
    void aCostThatFailsInTheMiddleChangesNothing() {
        Fleet fleet = Fleet.of(1);
        fleet.decide(fleet.round().cost(0, Quadratic.alpha(1, 3)).build());
        Actions before = fleet.actions();
        Guarantee guarantee = fleet.guarantee();
        HittingCost failing = new Parabola() {
            @Override
            public double minimum() {
                throw new IllegalStateException("sensor lost");
            }
        };
        assertThatThrownBy(() -> fleet.decide(fleet.round().cost(0, failing).build()))
                .hasMessage("sensor lost");
        assertThat(fleet.rounds()).isEqualTo(1);
        assertThat(fleet.actions()).isEqualTo(before);
        assertThat(fleet.guarantee()).isEqualTo(guarantee);
    }

    @Test
    void aRoundWithoutACertificateEndsTheGuaranteeAndNothingElse() {
        Fleet fleet = Fleet.of(1);
        HittingCost unsure = new Parabola() {
            @Override
            public double argmin(QuadraticPull pull, double[] x) {
                super.argmin(pull, x);
                return Double.POSITIVE_INFINITY;
            }

            @Override
            public double minimum() {
                return 0;
            }
        };
        fleet.decide(fleet.round().cost(0, unsure).build());
        assertThat(fleet.guarantee().inWords()).contains("no certificate could be given in round 1");
        Fleet bottomless = Fleet.of(1);
        bottomless.decide(bottomless
                .round()
                .cost(0, new Parabola() {
                    @Override
                    public double minimum() {
                        return Double.NEGATIVE_INFINITY;
                    }
                })
                .build());
        assertThat(bottomless.guarantee().inWords()).contains("has no finite minimum");
    }

    @Test
    void agentsMayStartInDifferentPlaces() {
        Actions places = Actions.flat(2, new double[] {0, 0, 5, 5});
        Fleet fleet = Fleet.builder(2).start(places).build();
        assertThat(fleet.actions()).isEqualTo(places);
        assertThatThrownBy(() -> Fleet.builder(3).start(places).build()).hasMessageContaining("start is of 2 agents");
    }

    @Test
    void theRunningMuIsTheSmallestSoFar() {
        Fleet fleet = Fleet.builder(1)
                .recipe(Recipe.standard().with(LambdaRule.running()))
                .build();
        for (double mu : new double[] {2, 0.5, 8}) {
            RoundObjective objective = fleet.objective(
                    fleet.round().cost(0, Quadratic.alpha(mu / 2, 1)).build());
            fleet.decide(objective.round());
        }
        Guarantee.Proven proven = (Guarantee.Proven) fleet.guarantee();
        assertThat(proven.promisedRatio()).hasValue(2); // λ₁(0.5) = 0.5
    }

    @Test
    void aStartBelongsToEverybodyAndGivesTheDimension() {
        Fleet fleet = Fleet.builder(4).start(1, 2, 3).build();
        assertThat(fleet.dimension()).isEqualTo(3);
        assertThat(fleet.actions()).isEqualTo(Actions.everybodyAt(4, 1, 2, 3));
        assertThat(fleet.agents()).isEqualTo(4);
    }

    @Test
    void optionsThatDoNotFitTogetherAreRefusedTogether() {
        assertThatThrownBy(() -> Fleet.builder(2)
                        .recipe(Recipe.of(Variant.JACOBI, From.PREVIOUS, new IterationRule.Bounded(1, 1, 1e-6)))
                        .build())
                .hasMessageContaining("variant is jacobi")
                .hasMessageContaining("from is previous");
        assertThatThrownBy(() -> Fleet.builder(2).threads(0).build()).hasMessageContaining("threads is 0");
        assertThatThrownBy(() -> Fleet.builder(2).dimension(0).build()).hasMessageContaining("dimension is 0");
        assertThatThrownBy(() -> Fleet.builder(0)).hasMessageContaining("agents is 0");
        assertThatThrownBy(() -> Fleet.builder(1).start(Double.NaN).build())
                .hasMessageContaining("start of agent 0 is NaN");
    }
}
