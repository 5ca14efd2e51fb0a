package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;

/** Follows {@code docs/extending.md} from an empty folder. */
final class ExtendingGuide {

    private static final Pattern FILE = Pattern.compile("`([\\w/.-]+)`:\\n\\n```\\w+\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern SHOWN = Pattern.compile("among it\\n\\n```text\\n(.*?)```", Pattern.DOTALL);

    private final String guide;
    private final Path folder;

    /** Writes every file of the guide, compiles, and makes the jar. */
    ExtendingGuide(Path folder) throws IOException {
        this.folder = folder;
        this.guide = Files.readString(Path.of("..", "docs", "extending.md"));
        Matcher file = FILE.matcher(guide);
        while (file.find()) {
            Path path = folder.resolve(file.group(1));
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.group(2));
        }
        compile("src/main/java", "classes", "");
        Files.createDirectories(folder.resolve("target"));
        int code = ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(
                        System.out,
                        System.err,
                        "--create",
                        "--file",
                        jar().toString(),
                        "-C",
                        folder.resolve("classes").toString(),
                        ".",
                        "-C",
                        folder.resolve("src/main/resources").toString(),
                        ".");
        assertThat(code).isZero();
    }

    Path jar() {
        return folder.resolve("target/demo-1.jar");
    }

    String pom() throws IOException {
        return Files.readString(folder.resolve("pom.xml"));
    }

    /** The lines that it says are among those of {@code ./acord kinds}. */
    List<String> shown() {
        Matcher shown = SHOWN.matcher(guide);
        assertThat(shown.find()).isTrue();
        return shown.group(1).lines().toList();
    }

    /** Compiles the tests, and returns where their classes are. */
    Path tests() throws IOException {
        return compile("src/test/java", "test-classes", jar().toString());
    }

    private Path compile(String from, String into, String besides) throws IOException {
        Path classes = folder.resolve(into);
        String path = System.getProperty("java.class.path") + File.pathSeparator + besides;
        List<String> options = List.of("-proc:none", "-d", classes.toString(), "-cp", path);
        JavaCompiler compiler = javax.tools.ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> sources = Files.walk(folder.resolve(from))) {
            var java = files.getJavaFileObjectsFromPaths(
                    sources.filter(Files::isRegularFile).toList());
            assertThat(compiler.getTask(complaints, files, null, options, null, java)
                            .call())
                    .as("%s", complaints)
                    .isTrue();
        }
        return classes;
    }
}
