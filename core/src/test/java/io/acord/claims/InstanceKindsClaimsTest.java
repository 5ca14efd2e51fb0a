package io.acord.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.Exact;
import io.acord.Instances;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the claims are tested on: a claim that holds on 200 easy instances would say little. */
class InstanceKindsClaimsTest {

    private final Map<String, Integer> seen = new TreeMap<>();

    private void count(String kind, boolean is) {
        seen.merge(kind, is ? 1 : 0, Integer::sum);
    }

    /** Every kind of graph, coupling and cost that theory 1 and 8 allow is met at least five times in 200 seeds. */
    @Test
    void everyKindOfInstanceOccurs() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            Round round = given.round();
            lookAt(round.graph());
            lookAt(round.coupling());
            count("beta = 0 with edges", round.beta() == 0 && round.graph().edges() > 0);
            count("small beta", round.beta() > 0 && round.beta() < 0.1);
            count("large beta", round.beta() > 10);
            count("switching weights", round.switchingWeight(0) != 1);
            RoundObjective objective = Instances.objective(round, given.actions(3));
            Actions minimizer = Exact.minimizer(objective);
            for (int i = 0; i < round.agents(); i++) {
                lookAt(round.cost(i), minimizer.of(i));
            }
        }
        assertThat(seen)
                .as("kinds seen")
                .allSatisfy((kind, times) -> assertThat(times).as(kind).isGreaterThanOrEqualTo(5));
    }

    /**
     * Runs have graphs that change from round to round, β that changes, and switching weights that do not (theory 8.1).
     */
    @Test
    void runsChangeAllButTheSwitchingWeights() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            List<Round> run = new Instances(seed).run(6);
            for (int t = 1; t < run.size(); t++) {
                Graph before = run.get(t - 1).graph();
                Graph after = run.get(t).graph();
                count("another number of edges", before.edges() != after.edges());
                count("another beta", run.get(t - 1).beta() != run.get(t).beta());
                assertThat(run.get(t).switchingWeight(0))
                        .as("seed %d", seed)
                        .isEqualTo(run.get(0).switchingWeight(0));
            }
            count("switching weights", run.get(0).switchingWeight(0) != 1);
        }
        assertThat(seen)
                .as("kinds seen")
                .allSatisfy((kind, times) -> assertThat(times).as(kind).isGreaterThanOrEqualTo(80));
    }

    private void lookAt(Graph graph) {
        int n = graph.agents();
        int isolated = 0;
        int hubs = 0;
        int leaves = 0;
        for (int i = 0; i < n; i++) {
            isolated += graph.degree(i) == 0 ? 1 : 0;
            hubs += graph.degree(i) == n - 1 ? 1 : 0;
            leaves += graph.degree(i) == 1 ? 1 : 0;
        }
        int components = graph.components().count();
        count("no edges", graph.edges() == 0);
        count("isolated agents beside others", isolated > 0 && graph.edges() > 0);
        count("several components with edges", components - isolated > 1);
        count("star", n > 3 && hubs == 1 && leaves == n - 1);
        count("complete", n > 3 && hubs == n);
        count("connected, neither star nor complete", components == 1 && hubs == 0);
    }

    private void lookAt(Coupling coupling) {
        boolean anisotropic = false;
        boolean deficient = false;
        boolean weighted = false;
        for (int e = 0; e < coupling.graph().edges(); e++) {
            double least = coupling.smallestEigenvalue(e);
            double most = coupling.largestEigenvalue(e);
            anisotropic |= least > 1e-9 * most && least < 0.1 * most;
            deficient |= least <= 1e-9 * most;
            weighted |= coupling.isIsotropic(e) && coupling.weight(e) != 1;
        }
        count("anisotropic of full rank", anisotropic);
        count("rank-deficient", deficient);
        count("weights", weighted);
        count("offsets", coupling.hasOffsets());
        count("isotropic with edges", coupling.isIsotropic() && coupling.graph().edges() > 0);
    }

    /** Also looks whether the minimiser lies on the wall of a box, and on a kink. */
    private void lookAt(HittingCost cost, double[] x) {
        count(cost.getClass().getSimpleName(), true);
        double here = cost.at(x);
        boolean wall = false;
        boolean kink = false;
        double h = 1e-7;
        for (int c = 0; c < x.length; c++) {
            double[] up = x.clone();
            double[] down = x.clone();
            up[c] += h;
            down[c] -= h;
            wall |= !(cost.at(up) + cost.at(down) < Double.POSITIVE_INFINITY);
            double bend = (cost.at(up) - here + cost.at(down) - here) / h;
            kink |= bend > 1e-2 && bend < Double.POSITIVE_INFINITY;
        }
        count("on the wall of a box", cost instanceof Boxed && wall);
        count("on a kink", kink);
    }
}
