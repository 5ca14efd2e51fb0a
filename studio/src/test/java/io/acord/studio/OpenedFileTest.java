package io.acord.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class OpenedFileTest {

    private static final String TEXT =
            "{agents: 2, costs: {kind: csv, file: costs.csv}, graph: {kind: path}, algorithms: [acord]}\n";

    @TempDir
    private Path folder;

    private static String body(String text, String version) {
        return TestStudio.JSON.writeValueAsString(Map.of("text", text, "version", version));
    }

    @Test
    void theFileComesFirstItsDataIsFoundAndItIsSavedOnce() throws Exception {
        Path file = folder.resolve("sub/my.yaml");
        Files.createDirectories(folder.resolve("sub"));
        Files.writeString(file, TEXT);
        Files.writeString(folder.resolve("sub/costs.csv"), "round,agent,alpha,v\n1,a,1,2\n1,b,1,4\n");
        try (TestStudio studio = new TestStudio(folder, null, file)) {
            JsonNode first = studio.read("/api/examples").get(0);
            assertThat(first.get("title").stringValue()).isEqualTo("my.yaml");
            assertThat(first.get("text").stringValue()).isEqualTo(TEXT);
            studio.finish(studio.play(TEXT)); // costs.csv is beside it, not where the studio was started
            String version = first.get("version").stringValue();
            HttpResponse<String> saved = studio.post("/api/file", body(TEXT + "# mine\n", version));
            assertThat(saved.statusCode()).isEqualTo(200);
            assertThat(Files.readString(file)).isEqualTo(TEXT + "# mine\n");
            assertThat(studio.post("/api/file", body("x", version)).statusCode())
                    .as("made from a text that is no longer there")
                    .isEqualTo(409);
            Files.writeString(file, "somebody else's");
            String known = TestStudio.JSON.readTree(saved.body()).get("version").stringValue();
            assertThat(studio.post("/api/file", body("y", known)).body()).contains("changed by somebody else");
            assertThat(Files.readString(file)).isEqualTo("somebody else's");
        }
    }

    @Test
    void aFileThatIsGoneLeavesTheOthers() throws Exception {
        Path file = Files.writeString(folder.resolve("my.yaml"), TEXT);
        Path link = Files.createSymbolicLink(folder.resolve("link.yaml"), file);
        try (TestStudio studio = new TestStudio(folder, null, link)) {
            String version = studio.read("/api/examples").get(0).get("version").stringValue();
            assertThat(studio.post("/api/file", body("# x\n", version)).statusCode())
                    .isEqualTo(200);
            assertThat(link).isSymbolicLink();
            assertThat(file).hasContent("# x\n");
            Files.write(file, new byte[] {(byte) 0xE4, '\n'}); // Latin-1
            assertThat(studio.read("/api/examples").get(0).get("key").stringValue())
                    .isEqualTo("figure-1");
            Files.delete(file);
            assertThat(studio.read("/api/examples").get(0).get("key").stringValue())
                    .isEqualTo("figure-1");
        }
    }

    @Test
    void withoutAFileNothingIsWritten() throws Exception {
        try (TestStudio studio = new TestStudio(folder, null)) {
            assertThat(studio.post("/api/file", body(TEXT, "")).statusCode()).isEqualTo(404);
            assertThat(studio.read("/api/examples").get(0).get("key").stringValue())
                    .isEqualTo("figure-1");
        }
    }

    @Test
    void aRunSaysWhatWasPlayedSoThatRunsCanBeCompared() throws Exception {
        Path run = Files.createDirectories(folder.resolve("one"));
        Files.writeString(run.resolve("summary.json"), "{\"name\": \"one\", \"algorithms\": []}");
        Files.writeString(
                run.resolve("scenario.yaml"),
                "name: one\nseed: 3\nbeta: 50.0\ncosts:\n  kind: drift\nalgorithms:\n  - acord\n");
        try (TestStudio studio = new TestStudio(folder, null)) {
            JsonNode settings = studio.read("/api/runs/one").get("settings");
            assertThat(settings.propertyNames()).containsExactly("beta", "costs", "seed");
            assertThat(settings.get("costs").stringValue()).isEqualTo("kind: drift");
        }
    }
}
