package io.acord.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExitCodeTest {

    private final StringWriter said = new StringWriter();

    private int explain(Throwable thrown) {
        return ExitCode.explain(thrown, "nothing was done", new PrintWriter(said, true));
    }

    @Test
    void everyComplaintAboutBadInputIsSaid() {
        Complaint beta = new Complaint("beta", "is -1", "beta > 0", "raise it");
        Complaint agents = new Complaint("agents", "is 0", "at least 1", "add some");
        assertThat(explain(new BadInputException(List.of(beta, agents)))).isEqualTo(2);
        assertThat(said.toString())
                .contains(beta.toString(), agents.toString())
                .endsWith("2 complaints; nothing was done." + System.lineSeparator());
        explain(new BadInputException(List.of(beta)));
        assertThat(said.toString()).contains("1 complaint; nothing was done.");
    }

    @Test
    void troubleWithFilesAndNetworksIsOneLine() {
        assertThat(explain(new IOException("the disk is full"))).isEqualTo(1);
        assertThat(explain(new UncheckedIOException(new IOException("nobody answers"))))
                .isEqualTo(1);
        assertThat(explain(new NoSuchFileException("a.csv"))).isEqualTo(1);
        assertThat(said.toString().lines())
                .containsExactly("acord: the disk is full", "acord: nobody answers", "acord: a.csv does not exist");
    }

    @Test
    void aHeapThatWasTooSmallIsASentenceWithARemedy() {
        assertThat(explain(new OutOfMemoryError("Java heap space"))).isEqualTo(4);
        assertThat(explain(new IllegalStateException(new OutOfMemoryError("Java heap space"))))
                .as("wrapped on the way")
                .isEqualTo(4);
        assertThat(said.toString().lines())
                .hasSize(2)
                .allMatch(line -> line.contains(" MB is too small")
                        && line.contains("--heap 8g")
                        && line.contains("optimum=bound"));
    }

    @Test
    void ourBugsShowWhereTheyAre() {
        assertThat(explain(new IllegalStateException("oops"))).isEqualTo(1);
        assertThat(said.toString()).contains("oops", "ExitCodeTest");
    }
}
