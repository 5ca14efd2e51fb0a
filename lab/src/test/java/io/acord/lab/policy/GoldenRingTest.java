package io.acord.lab.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.lab.optimum.RandomRun;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The golden ring: what every policy plays and pays by an independent computation. */
class GoldenRingTest {

    static Stream<Arguments> algorithms() {
        return Stream.of(
                Arguments.of(
                        "acord",
                        "acord",
                        Map.of("iterations", 12, "variant", "plain", "from", "zero", "lambda", "paper")),
                Arguments.of(
                        "acord+",
                        "acord",
                        Map.of("iterations", 12, "variant", "accelerated", "from", "zero", "lambda", "paper")),
                Arguments.of(
                        "acord-j",
                        "acord",
                        Map.of("iterations", 12, "variant", "jacobi", "from", "zero", "lambda", "paper")),
                Arguments.of("lpc-full", "lpc", Map.of("radius", 1, "window", 1, "boundary", "full")),
                Arguments.of("lpc-literal", "lpc", Map.of("radius", 2, "window", 1, "boundary", "literal")),
                Arguments.of("lpc-pinned", "lpc", Map.of("radius", 2, "window", 1, "boundary", "pinned")),
                Arguments.of("lpc-ahead", "lpc", Map.of("radius", 1, "window", 3, "boundary", "literal")),
                Arguments.of("robd", "robd", Map.of()),
                Arguments.of("myopic", "myopic", Map.of()),
                Arguments.of("local", "local", Map.of()),
                Arguments.of("follow-the-minimizer", "follow-the-minimizer", Map.of()),
                Arguments.of("opt", "opt", Map.of()));
    }

    private static List<String[]> lines(String file) {
        try (InputStream in = GoldenRingTest.class.getResourceAsStream("/golden/ring/" + file)) {
            if (in == null) {
                throw new AssertionError("no golden/ring/" + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(line -> line.split(",", -1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RandomRun ring() {
        List<String> names =
                lines("costs.csv").stream().map(line -> line[1]).distinct().toList();
        int n = names.size();
        Coupling.Builder edges = Coupling.builder(n, 1);
        for (String[] line : lines("edges.csv")) {
            edges.edge(names.indexOf(line[1]), names.indexOf(line[2]), Double.parseDouble(line[3]));
        }
        Coupling coupling = edges.build();
        List<Round.Builder> builders = new ArrayList<>();
        for (String[] line : lines("costs.csv")) {
            int t = Integer.parseInt(line[0]);
            if (builders.size() < t) {
                builders.add(Round.builder(n, 1).coupling(coupling).beta(50));
            }
            builders.get(t - 1)
                    .cost(
                            names.indexOf(line[1]),
                            Quadratic.alpha(Double.parseDouble(line[2]), Double.parseDouble(line[3])));
        }
        return new RandomRun(
                Actions.zero(n, 1), builders.stream().map(Round.Builder::build).toList());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("algorithms")
    void everyPolicyPlaysTheGoldenActionsAtTheGoldenCosts(String name, String key, Map<String, ?> options) {
        RandomRun run = ring();
        List<Actions> played = Plays.actions(Plays.play(Plays.policy(key, options), run));
        List<double[]> expected = new ArrayList<>();
        for (String[] line : lines("expected-actions.csv")) {
            if (line[0].equals(name)) {
                expected.add(new double[] {Integer.parseInt(line[2]), Double.parseDouble(line[4])});
            }
        }
        assertThat(expected).hasSize(run.agents() * run.horizon());
        for (int k = 0; k < expected.size(); k++) {
            int t = (int) expected.get(k)[0];
            double x = expected.get(k)[1];
            assertThat(played.get(t - 1).get(k % run.agents()))
                    .as("round %d, agent %d", t, k % run.agents())
                    .isCloseTo(x, within(1e-11 * Math.max(1, Math.abs(x))));
        }
        for (String[] line : lines("expected-costs.csv")) {
            if (line[0].equals(name)) {
                int t = Integer.parseInt(line[2]);
                Cost cost = run.round(t).cost(played.get(t - 1), t == 1 ? run.start() : played.get(t - 2));
                double total = Double.parseDouble(line[6]);
                assertThat(cost.total()).isCloseTo(total, within(1e-11 * total));
            }
        }
    }
}
