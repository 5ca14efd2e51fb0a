package io.acord.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayCommandTest {

    @Test
    void everythingThatWasGivenIsThereAndQuotedForAShell() {
        assertThat(new ReplayCommand("spark")
                        .argument("my file.yaml")
                        .options("--set", List.of("beta=2", "name=it's"))
                        .option("--blocks", 3)
                        .option("--master", null)
                        .flag("--quick", true)
                        .flag("--json", false))
                .hasToString("./acord spark 'my file.yaml' --set beta=2 --set 'name=it'\\''s' --blocks 3 --quick");
    }
}
