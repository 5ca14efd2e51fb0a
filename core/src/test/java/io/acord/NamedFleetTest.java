package io.acord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.acord.Decision;
import io.acord.cost.Quadratic;
import io.acord.input.BadInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamedFleetTest {

    @Test
    void aFleetWithNamesDecidesAsOneWithNumbers() {
        NamedFleet named = NamedFleet.of("north", "depot", "south");
        Fleet numbered = Fleet.of(3);
        for (int t = 1; t <= 3; t++) {
            Decision decision = named.round()
                    .cost("south", Quadratic.alpha(2, t))
                    .cost("north", Quadratic.alpha(1, 3))
                    .cost("depot", Quadratic.alpha(0.5, -t))
                    .edge("depot", "north", 2)
                    .edge("south", "depot")
                    .beta(4)
                    .switching("depot", 3)
                    .decide();
            assertThat(decision)
                    .isEqualTo(numbered.decide(numbered.round()
                            .costs(Quadratic.alpha(1, 3), Quadratic.alpha(0.5, -t), Quadratic.alpha(2, t))
                            .edge(0, 1, 2)
                            .edge(1, 2)
                            .beta(4)
                            .switchingWeights(1, 3, 1)
                            .build()));
            assertThat(named.action("south")).isEqualTo(numbered.actions().of(2));
        }
        assertThat(named.guarantee()).isEqualTo(numbered.guarantee());
        assertThat(named.whyNotPromised()).isEmpty();
    }

    @Test
    void aSavedFleetGoesOnAsIfNothingHadHappened() {
        NamedFleet fleet = NamedFleet.of("north", "depot");
        NamedFleet spared = NamedFleet.of("north", "depot");
        for (int t = 1; t <= 8; t++) {
            if (t == 3) {
                fleet.join("süd\n7", 2);
                spared.join("süd\n7", 2);
            }
            if (t == 6) {
                fleet.leave("north");
                spared.leave("north");
            }
            fleet = NamedFleet.builder(1).resume(fleet.save());
            assertThat(fleet.names()).isEqualTo(spared.names());
            assertThat(play(fleet, t)).isEqualTo(play(spared, t));
            assertThat(fleet.guarantee()).isEqualTo(spared.guarantee());
        }
    }

    private static Decision play(NamedFleet fleet, int t) {
        NamedFleet.NamedRound round = fleet.round().beta(3);
        for (String name : fleet.names()) {
            round.cost(name, Quadratic.alpha(1, t + name.length()));
        }
        round.edge(fleet.names().get(0), fleet.names().get(1));
        return round.decide();
    }

    @Test
    void bytesThatAreNoSavedFleetAreRefused() {
        byte[] saved = NamedFleet.of("a", "b").save();
        for (int k = 0; k < saved.length; k++) {
            byte[] flipped = saved.clone();
            flipped[k] ^= 4;
            assertThatThrownBy(() -> NamedFleet.builder(1).resume(flipped)).isInstanceOf(BadInputException.class);
            byte[] torn = Arrays.copyOf(saved, k);
            assertThatThrownBy(() -> NamedFleet.builder(1).resume(torn)).isInstanceOf(BadInputException.class);
        }
        assertThatThrownBy(() -> NamedFleet.builder(1).agent("c", 0).resume(saved))
                .hasMessageContaining("name nobody");
    }

    @Test
    void whoIsGivenNoCostKeepsItsLastOneIfThatIsWanted() {
        NamedFleet fleet = NamedFleet.of("a", "b");
        NamedFleet told = NamedFleet.of("a", "b");
        for (NamedFleet each : List.of(fleet, told)) {
            each.round()
                    .cost("a", Quadratic.alpha(1, 3))
                    .cost("b", Quadratic.alpha(1, 5))
                    .decide();
        }
        assertThat(fleet.round().cost("a", Quadratic.alpha(1, 4)).holdMissing().decide())
                .isEqualTo(told.round()
                        .cost("a", Quadratic.alpha(1, 4))
                        .cost("b", Quadratic.alpha(1, 5))
                        .decide());
        assertThatThrownBy(() -> fleet.round().cost("a", Quadratic.alpha(1, 4)).decide())
                .hasMessageContaining("agents[1]");
        fleet.leave("b");
        fleet.join("b", 0);
        assertThatThrownBy(() -> fleet.round()
                        .cost("a", Quadratic.alpha(1, 4))
                        .holdMissing()
                        .decide())
                .as("another b")
                .hasMessageContaining("agents[1]");
        assertThat(fleet.rounds()).isEqualTo(2);
    }

    /** What one agent meets while it is there, from round {@code from} on. */
    private static final class Stay {
        final int from;
        final double start;
        final List<double[]> costs = new ArrayList<>(); // α, v
        double[] best = {};

        Stay(int from, double start) {
            this.from = from;
            this.start = start;
        }
    }

    /** Agents that come and go, on graphs that change; the bound against the optimum of what everybody met. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void nobodyPaysLessThanTheBooksSayWhoeverCameAndWent(long seed) {
        Random random = new Random(seed);
        NamedFleet fleet = NamedFleet.of("0", "1", "2");
        Map<String, Stay> present = new LinkedHashMap<>();
        List<Stay> all = new ArrayList<>();
        List<List<Stay[]>> edges = new ArrayList<>();
        for (String name : fleet.names()) {
            present.put(name, new Stay(1, 0));
        }
        all.addAll(present.values());
        double beta = 3;
        for (int t = 1; t <= 12; t++) {
            if (t > 1 && random.nextBoolean() && present.size() > 1) {
                String gone = fleet.names().get(random.nextInt(present.size()));
                fleet.leave(gone);
                present.remove(gone);
            }
            if (t > 1 && random.nextBoolean()) {
                Stay newcomer = new Stay(t, random.nextGaussian());
                fleet.join("new in " + t, newcomer.start);
                present.put("new in " + t, newcomer);
                all.add(newcomer);
            }
            NamedFleet.NamedRound round = fleet.round().beta(beta);
            List<Stay[]> coupled = new ArrayList<>();
            List<String> names = fleet.names();
            for (int k = 0; k < names.size(); k++) {
                double alpha = 0.05 + random.nextDouble();
                double v = 5 * random.nextGaussian();
                round.cost(names.get(k), Quadratic.alpha(alpha, v));
                Stay stay = of(names.get(k), present);
                stay.costs.add(new double[] {alpha, v});
                if (k > 0) {
                    int other = random.nextInt(k);
                    round.edge(names.get(other), names.get(k));
                    coupled.add(new Stay[] {of(names.get(other), present), stay});
                }
            }
            edges.add(coupled);
            round.decide();
            double optimum = optimum(all, edges, beta);
            Guarantee.Proven proven = (Guarantee.Proven) fleet.guarantee();
            assertThat(proven.optimumAtLeast())
                    .as("round %s", t)
                    .isLessThanOrEqualTo(optimum * (1 + 1e-9))
                    .isGreaterThan(0.3 * optimum);
            assertThat(fleet.cost().total()).isGreaterThanOrEqualTo(optimum * (1 - 1e-9));
        }
        assertThat(fleet.whyNotPromised()).isPresent();
    }

    private static Stay of(String name, Map<String, Stay> present) {
        return Objects.requireNonNull(present.get(name));
    }

    /** By descending along one number after the other. */
    private static double optimum(List<Stay> all, List<List<Stay[]>> edges, double beta) {
        for (Stay stay : all) {
            stay.best = new double[stay.costs.size()];
        }
        double value = Double.POSITIVE_INFINITY;
        for (int sweep = 0; sweep < 20_000; sweep++) {
            for (Stay stay : all) {
                for (int k = 0; k < stay.best.length; k++) {
                    double alpha = stay.costs.get(k)[0];
                    double h = 2 * alpha + 1 + (k + 1 < stay.best.length ? 1 : 0);
                    double b = 2 * alpha * stay.costs.get(k)[1]
                            + (k == 0 ? stay.start : stay.best[k - 1])
                            + (k + 1 < stay.best.length ? stay.best[k + 1] : 0);
                    int t = stay.from + k;
                    for (Stay[] edge : edges.get(t - 1)) {
                        Stay other = edge[0] == stay ? edge[1] : edge[1] == stay ? edge[0] : null;
                        if (other != null) {
                            h += beta;
                            b += beta * other.best[t - other.from];
                        }
                    }
                    stay.best[k] = b / h;
                }
            }
            double now = value(all, edges, beta);
            if (value - now < 1e-13 * now) {
                return now;
            }
            value = now;
        }
        return value;
    }

    private static double value(List<Stay> all, List<List<Stay[]>> edges, double beta) {
        double sum = 0;
        for (Stay stay : all) {
            for (int k = 0; k < stay.best.length; k++) {
                double off = stay.best[k] - stay.costs.get(k)[1];
                double moved = stay.best[k] - (k == 0 ? stay.start : stay.best[k - 1]);
                sum += stay.costs.get(k)[0] * off * off + moved * moved / 2;
            }
        }
        for (int t = 1; t <= edges.size(); t++) {
            for (Stay[] edge : edges.get(t - 1)) {
                double apart = edge[0].best[t - edge[0].from] - edge[1].best[t - edge[1].from];
                sum += beta / 2 * apart * apart;
            }
        }
        return sum;
    }

    @Test
    void whatCannotBeIsRefused() {
        NamedFleet fleet = NamedFleet.of("a");
        assertThatThrownBy(() -> NamedFleet.of("a", "a")).hasMessageContaining("agent a is named twice");
        assertThatThrownBy(() -> NamedFleet.of()).hasMessageContaining("at least 1 agent");
        assertThatThrownBy(() -> fleet.join("a", 1)).hasMessageContaining("is in the fleet");
        assertThatThrownBy(() -> fleet.join("b", 1, 2)).hasMessageContaining("has 2 numbers");
        assertThatThrownBy(() -> fleet.leave("b")).hasMessageContaining("is not in the fleet");
        assertThatThrownBy(() -> fleet.leave("a")).hasMessageContaining("is the last one");
        assertThatThrownBy(() -> fleet.round().cost("b", Quadratic.alpha(1, 1)))
                .hasMessageContaining("agent b is not in the fleet");
        assertThat(fleet.names()).containsExactly("a");
        NamedFleet.NamedRound begun = fleet.round().cost("a", Quadratic.alpha(1, 1));
        fleet.join("b", 0);
        assertThatThrownBy(begun::decide).hasMessageContaining("was begun before an agent joined or left");
    }
}
