package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The package in {@code clients/python}, put through its own tests with the command that was just packaged. */
class PythonPackageIT {

    @TempDir
    private Path folder;

    private int python(Path out, String... arguments) throws IOException, InterruptedException {
        Path root = Path.of("..").toAbsolutePath().normalize();
        String[] command = new String[arguments.length + 2];
        command[0] = "python3";
        command[1] = "-B"; // leaves no __pycache__ in the tree
        System.arraycopy(arguments, 0, command, 2, arguments.length);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().put("ACORD_COMMAND", "'" + String.join("' '", Commands.java()) + "'");
        Process process = builder.start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("python3 does not end");
        }
        return process.exitValue();
    }

    private boolean thereIsPython() throws InterruptedException {
        try {
            String program = "import sys; sys.exit(sys.version_info < (3, 9))";
            return python(folder.resolve("version.txt"), "-c", program) == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void itPassesItsOwnTests() throws IOException, InterruptedException {
        assumeTrue(thereIsPython(), "skipped: there is no Python 3.9 or later here to test clients/python with");
        Path out = folder.resolve("out.txt");
        int code = python(out, "-m", "unittest", "discover", "-v", "-s", "clients/python/tests");
        assertThat(code).as(Files.readString(out)).isZero();
        assertThat(Files.readString(out)).contains("OK").doesNotContain("Ran 0 tests");
    }
}
