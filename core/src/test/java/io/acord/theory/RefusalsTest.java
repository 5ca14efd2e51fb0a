package io.acord.theory;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.BadInputException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A formula that is asked about something that cannot be says so, and names it. */
class RefusalsTest {

    private static final Graph PAIR = Graph.builder(2).edge(0, 1).build();
    private static final Coupling TIED = Coupling.builder(2, 1).edge(0, 1).build();
    private static final double[] POINTS = {0, 1};

    private record Refused(String names, ThrowingCallable call) {}

    private static final List<Refused> REFUSED = List.of(
            new Refused("tau", () -> Certificate.ofAgent(1, 1, -1, 1, 1)),
            new Refused("tau", () -> Certificate.ofAgent(1, 1, Double.NaN, 1, 1)),
            new Refused("is 0.0", () -> Certificate.ofAgent(1, 0, 1, 1, 1)),
            new Refused("is -1.0", () -> Certificate.ofLastStep(-1, 0.5)),
            new Refused("beta is -1.0", () -> Certificate.ofLostEdge(TIED, -1, 0, POINTS)),
            new Refused("beta is -1.0", () -> Certificate.ofOneSidedEdge(TIED, -1, 0, POINTS, 1)),
            new Refused("is -1.0", () -> ClippedInfluence.share(-1, 1, 1)),
            new Refused("is -1.0", () -> ClippedInfluence.share(1, -1, 1)),
            new Refused("is 0.0", () -> ClippedInfluence.share(1, 1, 0)),
            new Refused("mu is -1.0", () -> CompetitiveRatio.optimal(-1, 1)),
            new Refused("switching weight is -1.0", () -> CompetitiveRatio.optimal(1, -1)),
            new Refused("number of agents is 0", () -> CompetitiveRatio.ofRobd(new double[0], new double[0])),
            new Refused("mu is 0.0", () -> CompetitiveRatio.ofRobd(0, 0.5)),
            new Refused("lambda[0] is 2.0", () -> CompetitiveRatio.ofRobd(1, 2)),
            new Refused("startGap is -1.0", () -> GapBound.accelerated(-1, 0.5, 1)),
            new Refused("startGap is -1.0", () -> GapBound.accelerated(-1, 1, 0.5, 1)),
            new Refused("mu is 0.0", () -> new LowerBound(1, 0, 1, 1)),
            new Refused("beta is -1.0", () -> new PaperRule(1, -1, 1, 1, 1, 0.5)),
            new Refused("l is 0.0", () -> new PaperRule(1, 1, 0, 1, 1, 0.5)),
            new Refused("sigma is 0.0", () -> new PaperRule(1, 1, 1, 0, 1, 0.5)),
            new Refused("sigma is Infinity", () -> new PaperRule(1, 1, 1, Double.POSITIVE_INFINITY, 1, 0.5)),
            new Refused("largestCurvature is 0.0", () -> new PaperRule(1, 1, 1, 1, 0, 0.5)),
            new Refused("lambdaMin is 2.0", () -> new PaperRule(1, 1, 1, 1, 1, 2)),
            new Refused("costCap is -1.0", () -> new PaperRule(1, 1, 1, 1, 1, 0.5).bounded(1, -1, 1)),
            new Refused("diameter is -1.0", () -> new PaperRule(1, 1, 1, 1, 1, 0.5).bounded(1, 1, -1)),
            new Refused("beta is -1.0", () -> Sigma.of(PAIR, -1, 1, new double[] {1, 1})),
            new Refused("is 0.0", () -> Sigma.of(PAIR, 1, 1, new double[] {1, 0})),
            new Refused("beta is 0.0", () -> Sigma.regularAtLeast(2, 0, 1, 1)),
            new Refused("m is 0.0", () -> Sigma.regularAtMost(2, 1, 0, 1)),
            new Refused("a is 0.0", () -> Sigma.ofRegular(2, 1, 1, 0)),
            new Refused("delta is 1.0", () -> new TheoremA(0.5).additive(1, 1)),
            new Refused("is -1.0", () -> new TheoremA(0.5).bestDelta(1, -1)),
            new Refused("is -1.0", () -> new TheoremA(0.5).bestBound(1, -1)),
            new Refused("is -1.0", () -> new TheoremA(0.5).certifiedRatio(1, -1)));

    @Test
    void whatCannotBeIsRefusedByName() {
        for (Refused refused : REFUSED) {
            assertThatThrownBy(refused.call())
                    .as(refused.names())
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining(refused.names());
        }
    }
}
