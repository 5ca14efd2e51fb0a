package io.acord.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepTest {

    @TempDir
    private Path folder;

    private Sweep sweep(String... words) {
        return new Sweep(sets -> ScenarioReader.readText("""
                        {agents: 4, horizon: 3, repeats: 3, costs: {kind: drift}, graph: {kind: ring},
                         algorithms: [acord: {iterations: 2}, local, opt]}
                        """, "ring.yaml", folder, sets), axes(words));
    }

    private static List<SweepAxis> axes(String... words) {
        Complaints complaints = new Complaints();
        List<SweepAxis> axes = SweepAxis.parse(List.of(words), complaints);
        complaints.throwIfAny();
        return axes;
    }

    private Sweep.Result play(Sweep sweep, int threads) throws IOException {
        return sweep.play(folder.resolve("played"), "version", threads, false, Watcher.NOBODY);
    }

    @Test
    void valuesAreSplitAtCommasButNotWithinBracketsAndQuotes() {
        List<SweepAxis> axes = axes("beta=1, 10", "algorithms=[acord,opt],[robd]", "name='a,b',c");
        assertThat(axes)
                .extracting(SweepAxis::values)
                .containsExactly(List.of("1", "10"), List.of("[acord,opt]", "[robd]"), List.of("'a,b'", "c"));
        assertThat(SweepAxis.combinations(axes)).hasSize(8).startsWith(List.of("1", "[acord,opt]", "'a,b'"));
        assertThat(SweepAxis.sets(axes, List.of("1", "[robd]", "c")))
                .containsExactly("beta=1", "algorithms=[robd]", "name=c");
    }

    @Test
    void whatCannotBeVariedIsSaidAtOnce() {
        Complaints complaints = new Complaints();
        SweepAxis.parse(List.of("beta", "=1", "beta=1,,2", "seed=1,1", "beta=3"), complaints);
        assertThat(complaints.all())
                .extracting(Complaint::found)
                .containsExactly(
                        "has no =", "has no key", "has an empty value", "has a value twice", "names a key again");
        assertThatThrownBy(() -> axes()).hasMessageContaining("nothing to vary");
        String many = "="
                + String.join(
                        ",",
                        Stream.iterate(0, k -> k + 1)
                                .limit(101)
                                .map(k -> "" + k)
                                .toList());
        assertThatThrownBy(() -> axes("a" + many, "b" + many)).hasMessageContaining("more than 10000 combinations");
        assertThatThrownBy(() -> sweep("beta=1,-1", "graph.kind=ring,rign").check())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("beta")
                .hasMessageContaining("did you mean ring?")
                .satisfies(e -> assertThat(((BadInputException) e).complaints())
                        .as("each once")
                        .hasSize(2));
    }

    @Test
    void aSweepThatWasInterruptedGoesOnWhereItWas() throws IOException {
        Sweep sweep = sweep("beta=1,5", "algorithms.0.acord.iterations=1,4");
        Sweep.Result first = play(sweep, 2);
        assertThat(first.played()).isEqualTo(4);
        assertThat(first.rows()).hasSize(4 * 3 * 3);
        List<Path> kept;
        try (Stream<Path> files = Files.list(folder.resolve("played"))) {
            kept = files.sorted().toList();
        }
        Files.delete(kept.get(0));
        Files.writeString(kept.get(1), "{\"rows\":[{\"policy\":"); // torn
        Sweep.Result again = play(sweep, 1);
        assertThat(again.played()).isEqualTo(2);
        assertThat(again.rows()).isEqualTo(first.rows());
        assertThat(play(sweep("beta=1,5,9", "algorithms.0.acord.iterations=4"), 1)
                        .played())
                .as("only what is new")
                .isEqualTo(1);
        assertThat(sweep.play(folder.resolve("played"), "another version", 1, false, Watcher.NOBODY)
                        .played())
                .isEqualTo(4);
        assertThat(sweep.play(folder.resolve("played"), "version", 1, true, Watcher.NOBODY)
                        .played())
                .isEqualTo(4);
    }

    @Test
    void studentsTestIsThatOfTheTables() {
        assertThat(PairedTest.twoSided(12.706, 1)).isCloseTo(0.05, within(1e-4));
        assertThat(PairedTest.twoSided(2.228, 10)).isCloseTo(0.05, within(1e-4));
        assertThat(PairedTest.twoSided(2.0, 10)).isCloseTo(0.07338803, within(1e-7));
        assertThat(PairedTest.twoSided(1.984, 99)).isCloseTo(0.05, within(1e-3));
        assertThat(PairedTest.twoSided(-2.0, 10)).isEqualTo(PairedTest.twoSided(2.0, 10));
        assertThat(PairedTest.twoSided(0, 7)).isEqualTo(1);
        assertThat(PairedTest.logGamma(5)).isCloseTo(Math.log(24), within(1e-12));
        assertThat(PairedTest.logGamma(0.5)).isCloseTo(Math.log(Math.PI) / 2, within(1e-12));
        // mean 1, standard deviation 1, n = 4: t = 2 with 3 degrees of freedom
        double side = Math.sqrt(3) / 2;
        PairedTest test = PairedTest.of(List.of(1 - side, 1 - side, 1 + side, 1 + side));
        assertThat(test.p()).isCloseTo(PairedTest.twoSided(2, 3), within(1e-12));
        assertThat(PairedTest.of(List.of(0.0, 0.0)).p()).isEqualTo(1);
        assertThat(PairedTest.of(List.of(3.0)).p()).isNaN();
    }

    @Test
    void manyTestsAreCorrectedByHolm() {
        assertThat(PairedTest.holm(List.of(0.01, 0.04, Double.NaN, 0.03, 0.6)))
                .containsExactly(0.04, 0.09, Double.NaN, 0.09, 0.6);
    }

    @Test
    void policiesAreComparedWithTheFirstSeedBySeed() throws IOException {
        Sweep.Result result = play(sweep("beta=1,5"), 2);
        List<SweepCell> cells = SweepCell.of(result.rows());
        assertThat(cells).hasSize(6);
        assertThat(cells.get(0).against()).isEmpty();
        SweepCell local = cells.get(1);
        double mean = 0;
        for (int r = 0; r < 3; r++) {
            mean += (result.rows().get(3 + r).number("total")
                            - result.rows().get(r).number("total"))
                    / 3;
        }
        assertThat(local.against().orElseThrow().policy()).isEqualTo("acord");
        assertThat(local.against().orElseThrow().test().difference().mean()).isCloseTo(mean, within(1e-9));
        assertThat(cells.get(2).ratio().mean()).isCloseTo(1, within(1e-9));
        List<String> csv = SweepTables.csv(result).lines().toList();
        assertThat(csv.get(0))
                .startsWith("beta,algorithm,repeat,total,hitting,switching,dissimilarity,ratioToOpt,ratioAtMost");
        assertThat(csv).hasSize(1 + 2 * 3 * 3);
        assertThat(csv.get(1)).startsWith("1,acord,0,");
        assertThat(SweepTables.differences(result.axes(), cells).lines().toList())
                .hasSize(1 + 4)
                .startsWith("beta,algorithm,against,repeats,difference,low95,high95,p,pHolm")
                .element(1)
                .asString()
                .startsWith("1,local,acord,3,");
    }

    @Test
    void theLatexTableIsWholeAndEscaped() throws IOException {
        Sweep.Result result = play(sweep("name=a_b,50%"), 2);
        List<SweepCell> cells = SweepCell.of(result.rows());
        String tex = SweepTables.latex(result.axes(), cells, "./acord sweep");
        assertThat(tex)
                .contains("\\begin{tabular}", "\\toprule", "\\midrule", "\\bottomrule", "\\end{tabular}")
                .contains("a\\_b & acord", "50\\% & acord", "$\\pm\\,");
        assertThat(tex.lines().filter(line -> line.endsWith("\\\\")))
                .hasSize(1 + 6)
                .allSatisfy(line -> assertThat(line.replace("\\&", "").chars().filter(c -> c == '&'))
                        .hasSize(line.contains("multicolumn") ? 5 : 7));
        assertThat(SweepTables.escaped("\\~^")).isEqualTo("\\textbackslash{}\\textasciitilde{}\\textasciicircum{}");
    }
}
