package io.acord.lab.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.options.Options;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What scenarios can say of policies, and what they are told when they say it wrongly. */
class PolicyKindsTest {

    @Test
    void everyPolicyOfTheFormatIsFound() {
        assertThat(ServiceLoader.load(PolicyKind.class).stream()
                        .map(provider -> provider.get().key()))
                .contains(
                        "acord",
                        "lpc",
                        "robd",
                        "myopic",
                        "local",
                        "local-robd",
                        "follow-the-minimizer",
                        "consensus",
                        "opt",
                        "consensus-descent",
                        "consensus-admm",
                        "admm",
                        "d-ospa",
                        "gradient",
                        "nesterov",
                        "mpc");
    }

    @Test
    void whatPoliciesMaySeeIsWhatTheyAreKnownFor() {
        assertThat(Plays.policy("acord", Map.of()).sight()).isEqualTo(Sight.own());
        assertThat(Plays.policy("local-robd", Map.of()).sight()).isEqualTo(Sight.own());
        assertThat(Plays.policy("lpc", Map.of("radius", 1, "window", 3)).sight())
                .isEqualTo(new Sight.Within(1, 3, LpcBoundary.FULL, 0));
        assertThat(Plays.policy("robd", Map.of()).sight()).isEqualTo(Sight.center());
        assertThat(Plays.policy("opt", Map.of()).sight()).isEqualTo(Sight.hindsight());
        assertThat(Plays.policy("admm", Map.of()).sight()).isEqualTo(Sight.own());
        assertThat(Plays.policy("consensus-admm", Map.of("rho", 1)).sight()).isEqualTo(Sight.own());
        assertThat(Plays.policy("consensus-descent", Map.of()).sight()).isEqualTo(Sight.own());
        assertThat(Plays.policy("d-ospa", Map.of("radius", 1)).sight()).isEqualTo(Sight.own());
        assertThat(Plays.policy("nesterov", Map.of()).sight()).isEqualTo(Sight.polled());
        assertThat(Plays.policy("mpc", Map.of("window", 4)).sight()).isEqualTo(Sight.ahead(4));
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of("acord", Map.of("iterations", 0), List.of("iterations")),
                Arguments.of("acord", Map.of("iterations", "1.5"), List.of("iterations")),
                Arguments.of("acord", Map.of("accuracy", 0), List.of("accuracy")),
                Arguments.of("acord", Map.of("accuracy", "abc"), List.of("accuracy")),
                Arguments.of("acord", Map.of("iterations", 3, "accuracy", "1e-6"), List.of("accuracy")),
                Arguments.of("acord", Map.of("iterations", 3, "budget", "crawl"), List.of("budget")),
                Arguments.of("acord", Map.of("budget", "crowl"), List.of("budget")),
                Arguments.of("acord", Map.of("budget", "bounded"), List.of("cost-cap", "diameter-cap")),
                Arguments.of(
                        "acord", Map.of("budget", "bounded", "cost-cap", -1, "diameter-cap", 1), List.of("cost-cap")),
                Arguments.of("acord", Map.of("cost-cap", 1), List.of("cost-cap")),
                Arguments.of("acord", Map.of("epsilon", 1), List.of("epsilon")),
                Arguments.of("acord", Map.of("budget", "crawl", "epsilon", -1), List.of("epsilon")),
                Arguments.of("acord", Map.of("budget", "crawl", "lambda", 1), List.of("epsilon")),
                Arguments.of("acord", Map.of("budget", "crawl", "variant", "accelerated"), List.of("variant")),
                Arguments.of("acord", Map.of("budget", "crawl", "variant", "jacobi"), List.of("variant")),
                Arguments.of(
                        "acord",
                        Map.of("budget", "bounded", "cost-cap", 1, "diameter-cap", 1, "from", "previous"),
                        List.of("from")),
                Arguments.of("acord", Map.of("theta", "certified"), List.of("theta")),
                Arguments.of("acord", Map.of("variant", "accelerated", "theta", 0.3), List.of("theta")),
                Arguments.of("acord", Map.of("variant", "fast"), List.of("variant")),
                Arguments.of("acord", Map.of("from", "here"), List.of("from")),
                Arguments.of("acord", Map.of("lambda", 0), List.of("lambda")),
                Arguments.of("acord", Map.of("lambda", "best"), List.of("lambda")),
                Arguments.of(
                        "acord",
                        Map.of("lambda", -1, "iterations", 0, "from", "x"),
                        List.of("lambda", "iterations", "from")),
                Arguments.of("acord", Map.of("iteration", 3), List.of("iteration")),
                Arguments.of("lpc", Map.of(), List.of("radius")),
                Arguments.of("lpc", Map.of("radius", 0), List.of("radius")),
                Arguments.of("lpc", Map.of("radius", 1, "window", 0), List.of("window")),
                Arguments.of("lpc", Map.of("radius", 1, "noise", -1), List.of("noise")),
                Arguments.of("lpc", Map.of("radius", 1, "boundary", "none"), List.of("boundary")),
                Arguments.of("lpc", Map.of("window", 0, "noise", "x"), List.of("radius", "window", "noise")),
                Arguments.of("robd", Map.of("iterations", 3), List.of("iterations")),
                Arguments.of("consensus-descent", Map.of("eta", 0), List.of("eta")),
                Arguments.of("consensus-admm", Map.of(), List.of("rho")),
                Arguments.of("consensus-admm", Map.of("rho", -1, "iterations", 0), List.of("rho", "iterations")),
                Arguments.of("admm", Map.of("rho", 0, "lambda", 0), List.of("rho", "lambda")),
                Arguments.of("admm", Map.of("rho", "auto", "duals", "none"), List.of("rho", "duals")),
                Arguments.of("d-ospa", Map.of(), List.of("radius")),
                Arguments.of("d-ospa", Map.of("radius", 0, "eta", -1, "seed", -1), List.of("radius", "eta", "seed")),
                Arguments.of("gradient", Map.of("iterations", 0), List.of("iterations")),
                Arguments.of("nesterov", Map.of("accuracy", 1), List.of("accuracy")),
                Arguments.of("mpc", Map.of("window", -1), List.of("window")));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("mistakes")
    void everyMistakeIsComplainedAboutOnceAndAllAtOnce(String key, Map<String, ?> given, List<String> wrong) {
        Complaints complaints = new Complaints();
        Options options = Options.of(given, complaints);
        Plays.kind(key).create(key, options);
        options.refuseUnknownKeys();
        List<String> found;
        try {
            complaints.throwIfAny();
            found = List.of();
        } catch (BadInputException refused) {
            found = refused.complaints().stream()
                    .map(Complaint::where)
                    .map(where -> where.substring(where.indexOf(": ") + 2))
                    .toList();
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(wrong);
    }

    @Test
    void whatTheFormatShowsIsFine() {
        Plays.policy("acord", Map.of("iterations", 12));
        Plays.policy("acord", Map.of("iterations", 12, "variant", "accelerated"));
        Plays.policy("acord", Map.of("accuracy", "1e-8"));
        Plays.policy("acord", Map.of("lambda", "paper"));
        Plays.policy("acord", Map.of("lambda", 1));
        Plays.policy("acord", Map.of("budget", "crawl", "lambda", 1, "epsilon", "1e-6"));
        Plays.policy("lpc", Map.of("radius", 1, "window", 1, "boundary", "full"));
    }
}
