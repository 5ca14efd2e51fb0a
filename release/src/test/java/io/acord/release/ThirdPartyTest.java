package io.acord.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of libraries of others. */
class ThirdPartyTest {

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private int list(String... components) throws IOException {
        Path bill = Files.writeString(
                folder.resolve("bill.json"), "{\"components\": [" + String.join(", ", components) + "]}");
        return ThirdParty.run(
                List.of(folder.resolve("list.txt").toString(), bill.toString()),
                new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    private static String component(String group, String licences) {
        return """
                {"group": "%s", "name": "tool", "version": "2", "licenses": [%s]}""".formatted(group, licences);
    }

    @Test
    void librariesAreListedWithAllTheirLicencesAndOursAreNot() throws IOException {
        int code = list(
                component("org.other", "{\"license\": {\"id\": \"MIT\"}}, {\"license\": {\"id\": \"Apache-2.0\"}}"),
                component("io.acord", "{\"license\": {\"id\": \"Apache-2.0\"}}"));
        assertThat(code).as(said.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(folder.resolve("list.txt"))
                .content()
                .contains("org.other:tool 2: Apache-2.0 or MIT\n")
                .doesNotContain("io.acord");
    }

    @Test
    void aLibraryWithoutALicenceOrWithAnUnknownOneIsRefusedAndNothingIsWritten() throws IOException {
        int code = list(component("org.silent", ""), component("org.odd", "{\"license\": {\"name\": \"Mine\"}}"));
        assertThat(code).isEqualTo(1);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("org.silent:tool 2 says no licence")
                .contains("org.odd:tool 2 has the licence \"Mine\"");
        assertThat(folder.resolve("list.txt")).doesNotExist();
    }
}
