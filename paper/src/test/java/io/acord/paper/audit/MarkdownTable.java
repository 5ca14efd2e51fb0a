package io.acord.paper.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.paper.finding.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A table in a document that must be the one that was measured. */
final class MarkdownTable {

    private MarkdownTable() {}

    /** Rows, as the document shows them. */
    static String of(Table table, UnaryOperator<String> name) {
        StringBuilder text =
                new StringBuilder("| " + table.stub() + " | " + String.join(" | ", table.columns()) + " |\n");
        text.append("|---".repeat(1 + table.columns().size())).append("|\n");
        for (Table.Row row : table.rows()) {
            text.append("| ").append(name.apply(row.name())).append(" |");
            row.values()
                    .forEach(value -> text.append(' ')
                            .append(TableMarkup.brief(value.value()))
                            .append(" |"));
            text.append('\n');
        }
        return text.toString();
    }

    /** Compares with the document's table of the same stub, or writes it there if the build was told to. */
    static void check(Path document, Table table, UnaryOperator<String> name) throws IOException {
        String text = Files.readString(document);
        Matcher shown = Pattern.compile("\\| " + Pattern.quote(table.stub()) + " \\|(.*\\n)(\\|.*\\n)+")
                .matcher(text);
        assertThat(shown.find()).as("a table of " + table.stub()).isTrue();
        String measured = of(table, name);
        if (Boolean.getBoolean("acord.documents.write")) {
            Files.writeString(document, text.replace(shown.group(), measured));
        } else {
            assertThat(shown.group()).isEqualTo(measured);
        }
    }
}
