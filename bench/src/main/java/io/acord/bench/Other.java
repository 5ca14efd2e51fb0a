package io.acord.bench;

import io.acord.internal.system.FolderTree;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A program in another language that waits while we compute, and computes while we wait: a line of command, a line of
 * answer.
 */
final class Other implements AutoCloseable {

    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter commands;
    private final String name;

    private Other(Process process) throws IOException {
        this.process = process;
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.commands = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        this.name = line();
    }

    /** The programs for Python; null if it is not here, or without scipy. */
    static @Nullable Other python(Path programs) {
        return start(List.of("python3", programs.resolve("loops.py").toString()));
    }

    /** A C program; null if it cannot be compiled. */
    static @Nullable Other compiled(Path source, Path program) {
        try {
            Process gcc = new ProcessBuilder("gcc", "-O3", "-march=native", "-o", program.toString(), source.toString())
                    .inheritIO()
                    .start();
            return gcc.waitFor() == 0 ? start(List.of(program.toString())) : null;
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Starts it with numerical libraries told to use one thread. */
    private static @Nullable Other start(List<String> command) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().put("OMP_NUM_THREADS", "1");
            builder.environment().put("OPENBLAS_NUM_THREADS", "1");
            return new Other(builder.start());
        } catch (IOException e) {
            return null; // not installed, or it ended before it said its name
        }
    }

    /** What it calls itself. */
    String name() {
        return name;
    }

    String ask(String command) throws IOException {
        commands.write(command + "\n");
        commands.flush();
        return line();
    }

    /** A command whose answer is a number. */
    double number(String command) throws IOException {
        return Double.parseDouble(ask(command).trim());
    }

    private String line() throws IOException {
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("the other program ended");
        }
        return answer;
    }

    @Override
    public void close() throws IOException {
        commands.close();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroy();
    }

    /** A folder in which numbers lie as programs in other languages read them; it vanishes at the end. */
    static final class Exchange implements AutoCloseable {

        private final Path folder;

        Exchange() throws IOException {
            folder = Files.createTempDirectory("acord-bench");
        }

        Path file(String name) {
            return folder.resolve(name);
        }

        @Override
        public String toString() {
            return folder.toString();
        }

        void write(String name, int[] numbers) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(4 * numbers.length).order(ByteOrder.nativeOrder());
            bytes.asIntBuffer().put(numbers);
            Files.write(file(name), bytes.array());
        }

        void write(String name, double[] numbers) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(8 * numbers.length).order(ByteOrder.nativeOrder());
            bytes.asDoubleBuffer().put(numbers);
            Files.write(file(name), bytes.array());
        }

        double[] read(String name) throws IOException {
            byte[] bytes = Files.readAllBytes(file(name));
            double[] numbers = new double[bytes.length / 8];
            ByteBuffer.wrap(bytes)
                    .order(ByteOrder.nativeOrder())
                    .asDoubleBuffer()
                    .get(numbers);
            return numbers;
        }

        @Override
        public void close() throws IOException {
            FolderTree.delete(folder);
        }
    }
}
