package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What the documents show is compiled and run, and prints what they say it prints. */
class DocumentsTest {

    private static final Pattern PROGRAM =
            Pattern.compile("```java\\n(.*?)```(?:\\s*prints\\s*```text\\n(.*?)```)?", Pattern.DOTALL);
    private static final Pattern CLASS_NAME = Pattern.compile("public class (\\w+)");

    /** Whether what programs print is written into the documents instead of compared with them. */
    private static final boolean WRITES = Boolean.getBoolean("acord.documents.write");

    @TempDir
    private Path compiled;

    @TestFactory
    Stream<DynamicTest> everyProgramInTheDocumentsDoesWhatTheySay() throws IOException {
        Path root = Path.of("..").toAbsolutePath().normalize();
        List<DynamicTest> tests = new ArrayList<>();
        for (String document : List.of(
                "README.md",
                "docs/library.md",
                "docs/guarantees.md",
                "docs/foresight.md",
                "docs/lab.md",
                "docs/fleet.md")) {
            Path file = root.resolve(document);
            Matcher matcher = PROGRAM.matcher(Files.readString(file));
            while (matcher.find()) {
                String program = matcher.group(1);
                String output = matcher.group(2);
                String name = nameOf(program);
                tests.add(DynamicTest.dynamicTest(document + ", " + name, () -> {
                    String printed = run(name, program);
                    if (output != null && WRITES) {
                        Files.writeString(
                                file, Files.readString(file).replace("```text\n" + output, "```text\n" + printed));
                    } else if (output != null) {
                        assertThat(printed).isEqualTo(output);
                    }
                }));
            }
        }
        assertThat(tests).hasSizeGreaterThanOrEqualTo(5);
        return tests.stream();
    }

    /** Programs in {@code examples/}, each beside a text with what it prints. */
    @TestFactory
    Stream<DynamicTest> everyExamplePrintsWhatLiesBesideIt() throws IOException {
        Path examples = Path.of("..", "examples");
        List<DynamicTest> tests = new ArrayList<>();
        try (Stream<Path> files = Files.list(examples)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
                String program = Files.readString(file);
                String name = nameOf(program);
                Path output = examples.resolve(name + ".txt");
                tests.add(DynamicTest.dynamicTest(name, () -> {
                    String printed = run(name, program);
                    if (WRITES) {
                        Files.writeString(output, printed);
                    }
                    assertThat(printed).isEqualTo(Files.readString(output));
                }));
            }
        }
        assertThat(tests).hasSizeGreaterThanOrEqualTo(2);
        return tests.stream();
    }

    private static String nameOf(String program) {
        Matcher matcher = CLASS_NAME.matcher(program);
        assertThat(matcher.find()).as("a public class in%n%s", program).isTrue();
        return matcher.group(1);
    }

    /** Compiles a program and returns what its main prints. */
    private String run(String name, String program) throws ReflectiveOperationException, IOException {
        Path source = Files.writeString(compiled.resolve(name + ".java"), program);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        boolean fine;
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-d", compiled.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
            fine = compiler.getTask(complaints, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
        }
        assertThat(fine).as("%s", complaints).isTrue();
        Locale usual = Locale.getDefault();
        PrintStream screen = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {compiled.toUri().toURL()}, DocumentsTest.class.getClassLoader())) {
            Locale.setDefault(Locale.ROOT); // documents show points, not commas
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException e) {
            throw new AssertionError(name + " threw", e.getCause());
        } finally {
            Locale.setDefault(usual);
            System.setOut(screen);
        }
        return printed.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    }
}
