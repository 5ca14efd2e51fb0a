package io.acord.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.lab.scenario.ScenarioReader;
import io.acord.web.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a disk refuses was not decided, and leaves no trace in what is. */
class FailingDiskTest {

    @TempDir
    private Path folder;

    /** A journal on a disk that refuses the next writes and then the next reads. */
    private static final class FailingJournal extends RoundJournal {
        private int writesToFail;
        private int readsToFail;

        FailingJournal(RoundJournal opened) {
            super(opened);
        }

        @Override
        void append(JournalFile.Entry entry) throws IOException {
            if (writesToFail > 0) {
                writesToFail--;
                throw new IOException("no space left");
            }
            super.append(entry);
        }

        @Override
        JournalFile.Entry round(int t) throws IOException {
            if (writesToFail == 0 && readsToFail > 0) {
                readsToFail--;
                throw new IOException("cannot be read");
            }
            return super.round(t);
        }
    }

    private static ServedScenario scenario() {
        return ServedScenario.of(ScenarioReader.readText("""
                agents: [a, b]
                beta: 2
                costs: {kind: online}
                graph: {kind: path}
                algorithms: [acord]
                """, "two.yaml", Path.of(""), List.of()));
    }

    private static byte[] body(int t) {
        return ("{\"costs\": {\"a\": {\"alpha\": 1, \"v\": " + t % 7 + "}, \"b\": {\"alpha\": 3, \"v\": " + -t + "}}}")
                .getBytes(UTF_8);
    }

    @Test
    void aRoundThatCouldNotBeKeptIsTakenBackEvenIfTheDiskCannotBeReadAtOnce() throws IOException {
        ServedScenario scenario = scenario();
        FailingJournal journal =
                new FailingJournal(RoundJournal.open(folder.resolve("failing"), scenario.description(), 20));
        try (Service sound = Service.open(scenario, folder.resolve("sound"));
                Service failing = Service.open(scenario, journal)) {
            for (int t = 1; t <= 30; t++) {
                int round = t;
                if (t == 6 || t == 27) {
                    Service.Health before = failing.health();
                    journal.writesToFail = 1;
                    journal.readsToFail = 2;
                    assertThatThrownBy(() -> failing.decide(round, body(100)))
                            .isInstanceOf(Problem.class)
                            .hasMessageContaining("no space left");
                    assertThat(failing.health()).isEqualTo(before);
                    for (int again = 0; again < 2; again++) {
                        assertThatThrownBy(() -> failing.decide(round, body(round)))
                                .isInstanceOf(Problem.class)
                                .hasMessageContaining("cannot be read");
                        assertThat(failing.health()).isEqualTo(before);
                    }
                }
                assertThat(failing.decide(t, body(t)))
                        .asString(UTF_8)
                        .isEqualTo(new String(sound.decide(t, body(t)), UTF_8));
            }
        }
    }
}
