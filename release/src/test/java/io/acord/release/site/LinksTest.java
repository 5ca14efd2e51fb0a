package io.acord.release.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links between the documents, and from them to files. */
class LinksTest {

    @TempDir
    private Path folder;

    @Test
    void noDocumentHasALinkThatLeadsNowhere() throws IOException {
        Tree tree = Tree.read(Path.of(".."));
        assertThat(tree.documents()).containsKeys("README.md", "docs/README.md", "docs/applications/README.md");
        assertThat(tree.deadLinks()).isEmpty();
    }

    @Test
    void filesAndHeadingsThatAreMissingAreFound() throws IOException {
        Files.createDirectory(folder.resolve("docs"));
        Files.writeString(folder.resolve("README.md"), "# Top\n[a](docs/a.md#one-two-3) [b](docs/b.md) [c](#top)\n");
        Files.writeString(
                folder.resolve("docs/a.md"),
                "# A\n## One, `two`: 3!\n[x](#one) [up](../README.md#top) [away](https://example.org/x.md) ![p](p.png)\n\n<a id=\"mark\"></a>[m](#mark)\n");
        assertThat(Tree.read(folder).deadLinks())
                .containsExactly(
                        "README.md: (docs/b.md) leads to docs/b.md, which is not there",
                        "docs/a.md: (#one) leads to a place of docs/a.md that is not there",
                        "docs/a.md: (p.png) leads to docs/p.png, which is not there");
    }

    @Test
    void anAddressThatIsNoneIsADeadLinkAndMailIsNot() throws IOException {
        Files.createDirectory(folder.resolve("docs"));
        Files.writeString(folder.resolve("README.md"), "[a](<docs/%zz>) [b](mailto:a@example.org)\n");
        assertThat(Tree.read(folder).deadLinks())
                .containsExactly("README.md: (docs/%zz) leads to docs/%zz, which is not there");
    }

    @Test
    void cellsAndParagraphsAreWordsApart() {
        assertThat(Document.words(Document.parse("a.md", "One\n\ntwo\n\n| a | b |\n|---|---|\n| c | d |\n")
                        .root()))
                .containsPattern("One two a b +c d");
    }

    @Test
    void twoHeadingsOfTheSameWordsHaveTwoAnchors() {
        assertThat(Document.parse("a.md", "# Ends\n## Ends\n## β and λ₁\n")
                        .anchors()
                        .values())
                .containsExactly("ends", "ends-1", "β-and-λ");
    }
}
