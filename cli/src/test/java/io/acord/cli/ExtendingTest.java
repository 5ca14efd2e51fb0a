package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Plugins: the guide holds to the letter, and what is wrong with jars is said. */
class ExtendingTest {

    @TempDir
    private Path folder;

    /** Plugins are the process's, which other tests share. */
    @AfterEach
    void forget() {
        assertThat(InThisProcess.acord("kinds").out()).doesNotContain("fading");
    }

    @Test
    void theGuideLeadsFromAnEmptyFolderToARun() throws IOException, ReflectiveOperationException {
        ExtendingGuide guide = new ExtendingGuide(folder);
        String version = Version.text().split(" ", -1)[1];
        assertThat(guide.pom()).contains("<acord.version>" + version + "</acord.version>");

        TestExecutionSummary contracts = contracts(guide);
        assertThat(contracts.getFailures()).isEmpty();
        assertThat(contracts.getTestsSucceededCount()).isGreaterThanOrEqualTo(30);

        String jar = guide.jar().toString();
        assertThat(InThisProcess.acord("--plugins", jar, "kinds").out().lines()).containsAll(guide.shown());
        Path out = folder.resolve("out");
        InThisProcess.Answer run = InThisProcess.acord(
                "--plugins", jar, "run", folder.resolve("own.yaml").toString(), "--out", out.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("fading", "Verdict: every promise that was checked was kept.");
        assertThat(Files.readString(out.resolve("summary.json"))).contains("./acord --plugins " + jar + " run ");
        // Without the jar nobody knows its kinds.
        InThisProcess.Answer without =
                InThisProcess.acord("run", folder.resolve("own.yaml").toString(), "--out", out.toString());
        assertThat(without.code()).isEqualTo(2);
        assertThat(without.err()).contains("tides", "wheel", "fading", "3 complaints; nothing was done.");
    }

    private static TestExecutionSummary contracts(ExtendingGuide guide)
            throws IOException, ReflectiveOperationException {
        URL[] classes = {guide.tests().toUri().toURL(), guide.jar().toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes, ExtendingTest.class.getClassLoader())) {
            LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(DiscoverySelectors.selectClass(loader.loadClass("demo.ContractsTest")))
                    .build();
            SummaryGeneratingListener listener = new SummaryGeneratingListener();
            LauncherFactory.create().execute(request, listener);
            return listener.getSummary();
        }
    }

    private String jar(String name, Class<?> service, String... classes) throws IOException {
        Path jar = folder.resolve(name);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("META-INF/services/" + service.getName()));
            out.write(String.join("\n", classes).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        return jar.toString();
    }

    /** A kind whose key is taken. */
    public static final class SecondRing extends GraphKind {
        public SecondRing() {
            super("ring", "not the ring that everybody knows");
        }

        @Override
        public GraphSource create(Options options, DeclaredSize declared) {
            throw new AssertionError("never asked");
        }
    }

    /** A kind that nobody can make. */
    public static final class Shy extends GraphKind {
        private Shy() {
            super("shy", "without a public constructor");
        }

        @Override
        public GraphSource create(Options options, DeclaredSize declared) {
            throw new AssertionError("never asked");
        }
    }

    private InThisProcess.Answer refused(String... jars) {
        Path out = folder.resolve("out");
        InThisProcess.Answer answer = InThisProcess.acord(
                "--plugins",
                String.join(File.pathSeparator, jars),
                "run",
                "--set",
                "repeats=1",
                "--out",
                out.toString());
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).doesNotContain("\tat ");
        assertThat(out).doesNotExist();
        return answer;
    }

    @Test
    void jarsThatCannotBeReadAreComplainedAboutAllAtOnce() throws IOException {
        String missing = folder.resolve("missing.jar").toString();
        String text = Files.writeString(folder.resolve("text.jar"), "not a jar").toString();
        String none = jar("none.jar", Runnable.class, "demo.Thing");
        assertThat(refused(missing, text, none, folder.toString()).err())
                .contains(
                        "--plugins " + missing + " does not exist",
                        "--plugins " + text + " is not a jar",
                        "--plugins " + none + " names no kinds",
                        "--plugins " + folder + " is not a jar",
                        "4 complaints; nothing was done.");
    }

    @Test
    void kindsThatCannotBeLoadedOrWhoseKeyIsTakenAreComplainedAboutAllAtOnce() throws IOException {
        String jar = jar(
                "wrong.jar",
                GraphKind.class,
                "demo.Nowhere",
                ExtendingTest.class.getName(),
                Shy.class.getName(),
                SecondRing.class.getName());
        assertThat(refused(jar).err())
                .contains(
                        "cannot be loaded",
                        "demo.Nowhere",
                        ExtendingTest.class.getName() + " not a subtype",
                        Shy.class.getName(),
                        "has two of GraphKind called ring: io.acord.lab.generate.RingGraph and "
                                + SecondRing.class.getName(),
                        "4 complaints; nothing was done.");
    }
}
