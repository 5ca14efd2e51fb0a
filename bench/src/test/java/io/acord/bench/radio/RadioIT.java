package io.acord.bench.radio;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.fleet.transport.Transport;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Processes on hosts of their own, over a network that loses. {@code ./acord bench radio} plays the whole table. */
class RadioIT {

    private static final int ROUNDS = 12;

    @TempDir
    private Path folder;

    @BeforeAll
    static void isPossible() {
        String obstacle = RadioTable.obstacle();
        Assumptions.assumeTrue(obstacle == null, () -> "skipped: " + obstacle);
    }

    private RadioRun.Outcome play(Transport.Kind transport, String faults) throws Exception {
        RadioRun run = new RadioRun(transport, faults, Duration.ofSeconds(20), Duration.ZERO, ROUNDS, 1);
        return run.play(folder, null);
    }

    private static void assertExact(RadioRun.Outcome outcome) {
        assertThat(outcome.lost()).isZero();
        assertThat(outcome.doubled()).isZero();
        assertThat(outcome.clean()).isEqualTo(ROUNDS);
        assertThat(outcome.otherBits()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Transport.Kind.class)
    void lossesDelaysRepeatsAndCorruptionChangeNoBit(Transport.Kind transport) throws Exception {
        assertExact(play(transport, "loss=0.03 repeat=0.1 corrupt=0.01 delay=0.004 jitter=0.003"));
    }

    @Test
    void datagramsBringEveryRoundThroughWhereAQuarterIsLost() throws Exception {
        assertExact(play(Transport.Kind.DATAGRAMS, "loss=0.25"));
    }
}
