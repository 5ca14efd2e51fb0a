package io.acord.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.BadInputException;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.ejml.simple.SimpleMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CertificateTest {

    static LongStream seeds() {
        return Instance.seeds();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void noGapExceedsItsCertificateHoweverManyIterationsWereMade(long seed) {
        Instance instance = Instance.random(seed);
        Round round = Round.random(instance);
        SimpleMatrix y = start(round, seed);
        double kappa = instance.contraction().rho().kappa();
        for (int k = 0; k < 6; k++) {
            SimpleMatrix x = round.step(y);
            SimpleMatrix r = round.residual(x, y);
            double sum = 0;
            for (int i = 0; i < instance.a().length; i++) {
                sum += Certificate.ofAgent(squared(round.part(r, i)), instance.a()[i]);
            }
            double gap = round.gap(x);
            assertThat(gap).isLessThanOrEqualTo(sum * (1 + 1e-9) + 1e-11);
            double step = round.squaredEdgeDistance(x, y);
            assertThat(gap).isLessThanOrEqualTo(Certificate.ofLastStep(step, kappa) * (1 + 1e-7) + 1e-11);
            y = x;
        }
    }

    /** Agents stop anywhere around their minimum: with steep costs, the case in which the miss is steeper than a. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void inexactLocalSolvesAreCovered(long seed) {
        Instance instance = Instance.random(seed);
        Round round = Round.random(instance);
        Contraction contraction = instance.contraction();
        SplittableRandom random = new SplittableRandom(seed);
        SimpleMatrix y = start(round, seed);
        for (double size : new double[] {1e-3, 0.1, 1, 10}) {
            SimpleMatrix solved = round.step(y);
            SimpleMatrix miss = Round.column(solved.getNumRows(), size, random);
            SimpleMatrix x = solved.plus(miss);
            SimpleMatrix r = round.residual(x, y);
            double sum = 0;
            for (int i = 0; i < instance.a().length; i++) {
                double tau = 0.5 * Dense.form(round.localHessian(i), round.part(miss, i));
                sum += Certificate.ofAgent(
                        squared(round.part(r, i)), instance.a()[i], tau, instance.beta(), contraction.strength(i));
            }
            assertThat(round.gap(x)).isLessThanOrEqualTo(sum * (1 + 1e-9) + 1e-11);
            y = solved;
        }
    }

    private static SimpleMatrix start(Round round, long seed) {
        return Round.column(round.v.getNumRows(), 5, new SplittableRandom(seed + 7));
    }

    private static double squared(SimpleMatrix r) {
        return r.dot(r);
    }

    /** All agents solve the round without its last edge to the end; that edge is charged nevertheless. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void anEdgeLostButChargedCostsAtMostItsOwnCharge(long seed) {
        Instance instance = Instance.random(seed);
        int lost = instance.coupling().graph().edges() - 1;
        if (lost < 0) {
            return;
        }
        Round charged = Round.random(instance);
        Round heard = withCoupling(charged, without(instance.coupling(), lost));
        SimpleMatrix x = heard.optimum();
        double certificate = Certificate.ofLostEdge(
                instance.coupling(), instance.beta(), lost, x.getDDRM().getData());
        assertThat(charged.gap(x)).isLessThanOrEqualTo(certificate * (1 + 1e-9) + 1e-11);
    }

    private static Round withCoupling(Round round, Coupling coupling) {
        return new Round(coupling, round.beta, round.h, round.v, round.hold, round.xPrev);
    }

    private static Coupling without(Coupling coupling, int lost) {
        int d = coupling.dimension();
        Graph graph = coupling.graph();
        Coupling.Builder builder = Coupling.builder(graph.agents(), d);
        for (int e = 0; e < graph.edges(); e++) {
            if (e == lost) {
                continue;
            }
            if (coupling.isIsotropic(e)) {
                builder.edge(graph.tail(e), graph.head(e), coupling.weight(e));
            } else {
                builder.edge(graph.tail(e), graph.head(e), root(coupling, e));
            }
        }
        return builder.build();
    }

    /** A with AᵀA = W_e. */
    private static double[][] root(Coupling coupling, int e) {
        int d = coupling.dimension();
        SimpleMatrix w = new SimpleMatrix(d, d);
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                w.set(r, c, coupling.gram(e, r, c));
            }
        }
        var svd = w.svd();
        SimpleMatrix scaled = svd.getV().transpose();
        double[][] a = new double[d][d];
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                a[r][c] = Math.sqrt(svd.getSingleValue(r)) * scaled.get(r, c);
            }
        }
        return a;
    }

    /** The head of the last edge never hears of it, the tail does: the fixed point of that is certified. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void anEdgeKnownToOneSideOnlyIsCertified(long seed) {
        Instance instance = Instance.random(seed);
        Graph graph = instance.coupling().graph();
        int e = graph.edges() - 1;
        if (e < 0) {
            return;
        }
        Round round = Round.random(instance);
        SimpleMatrix x = oneSidedFixedPoint(round, e);
        double certificate = Certificate.ofOneSidedEdge(
                instance.coupling(), instance.beta(), e, x.getDDRM().getData(), instance.a()[graph.head(e)]);
        assertThat(round.gap(x)).isLessThanOrEqualTo(certificate * (1 + 1e-9) + 1e-10);
    }

    /** (H + λ + β L without what edge e does to its head) x = Hv + λ xPrev. */
    private static SimpleMatrix oneSidedFixedPoint(Round round, int e) {
        int d = round.coupling.dimension();
        int i = round.coupling.graph().tail(e) * d;
        int j = round.coupling.graph().head(e) * d;
        SimpleMatrix system = round.h.plus(round.hold).plus(round.laplacian().scale(round.beta));
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                double w = round.beta * round.coupling.gram(e, r, c);
                system.set(j + r, j + c, system.get(j + r, j + c) - w);
                system.set(j + r, i + c, system.get(j + r, i + c) + w);
            }
        }
        return system.solve(round.h.mult(round.v).plus(round.hold.mult(round.xPrev)));
    }

    @Test
    void offsetsCountAsAgreement() {
        Coupling coupling =
                Coupling.builder(2, 1).edge(0, 1, 3, new double[] {2}).build();
        double[] asWished = {5, 3};
        assertThat(Certificate.ofLostEdge(coupling, 4, 0, asWished)).isZero();
        assertThat(Certificate.ofOneSidedEdge(coupling, 4, 0, asWished, 1)).isZero();
        double[] oneOff = {6, 3};
        assertThat(Certificate.ofLostEdge(coupling, 4, 0, oneOff)).isEqualTo(6);
        assertThat(Certificate.ofOneSidedEdge(coupling, 4, 0, oneOff, 2)).isEqualTo(36);
    }

    @Test
    void anExactSolveIsTheCaseOfNoSuboptimality() {
        assertThat(Certificate.ofAgent(9, 2)).isEqualTo(2.25);
        assertThat(Certificate.ofAgent(9, 2, 0, 5, 7)).isEqualTo(2.25);
        assertThat(Certificate.ofAgent(0, 2, 0.3, 0, 0)).isCloseTo(0.3, within(1e-15));
        assertThat(Certificate.ofAgent(9, 2, 0.5, 1, 7)).isCloseTo(49 / 4.0, within(1e-13));
        assertThat(Certificate.ofLastStep(8, 0.2)).isCloseTo(16, within(1e-13));
    }

    @Test
    void badArgumentsAreRefused() {
        assertThatThrownBy(() -> Certificate.ofAgent(-1, 1)).isInstanceOf(BadInputException.class);
        assertThatThrownBy(() -> Certificate.ofAgent(1, 0)).hasMessageContaining("a is 0.0");
        assertThatThrownBy(() -> Certificate.ofAgent(1, 1, -1, 1, 1)).hasMessageContaining("tau is -1.0");
        assertThatThrownBy(() -> Certificate.ofAgent(1, 1, 1, -1, 1)).hasMessageContaining("beta is -1.0");
        assertThatThrownBy(() -> Certificate.ofAgent(1, 1, 1, 1, Double.NaN)).hasMessageContaining("strength is NaN");
        assertThatThrownBy(() -> Certificate.ofLastStep(1, 0)).hasMessageContaining("kappa is 0.0");
    }
}
