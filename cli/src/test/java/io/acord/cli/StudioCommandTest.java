package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudioCommandTest {

    @ParameterizedTest
    @CsvSource({
        "--port, --port=70000",
        "--port, --port=-1",
        "--runs, --runs=",
        "--host, --host=no.such.host.invalid",
        "--host, --host=0.0.0.0",
        "--token, --token=short",
        "--token, --token=not a token at all",
        "--certificates, --as=operator",
        "--fleet, --certificates=nowhere"
    })
    void wrongOptionsAreRefused(String where, String option) {
        InThisProcess.Answer answer = where.equals("--port")
                ? InThisProcess.acord("studio", option)
                : InThisProcess.acord("studio", "--port=0", option);
        assertThat(answer.code()).as(answer.err()).isEqualTo(2);
        assertThat(answer.err()).contains(where + " ", "needed: ", "fix: ").doesNotContain("\tat ");
        assertThat(answer.out()).isEmpty();
    }

    @Test
    void aPortThatIsTakenIsRefused() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InThisProcess.Answer answer =
                    InThisProcess.acord("studio", "--port", Integer.toString(taken.getLocalPort()));
            assertThat(answer.code()).as(answer.err()).isEqualTo(2);
            assertThat(answer.err())
                    .contains("--port is " + taken.getLocalPort())
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void itsHelpSaysWhatItDoes() {
        InThisProcess.Answer answer = InThisProcess.acord("studio", "--help");
        assertThat(answer.code()).isEqualTo(0);
        assertThat(answer.out()).contains("--port", "--runs", "--host", "--token", "--certificates");
        assertThat(InThisProcess.acord("--help").out()).contains("studio");
    }
}
