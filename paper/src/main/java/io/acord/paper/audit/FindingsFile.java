package io.acord.paper.audit;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.acord.graph.Graph;
import io.acord.lab.figure.Figure;
import io.acord.paper.finding.Findings;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.util.StdConverter;

/** Findings as JSON and back, without loss. Numbers that JSON cannot say are words. */
final class FindingsFile {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .addMixIn(Figure.Panel.class, AnyPanel.class)
            .addMixIn(Graph.class, AsEdges.class)
            .build();

    private FindingsFile() {}

    /** @param fingerprint of what the findings were measured with */
    private record Kept(String fingerprint, @Nullable Findings findings) {}

    /** What kind of panel it is can be told from what it has. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
    @JsonSubTypes({@JsonSubTypes.Type(Figure.Plot.class), @JsonSubTypes.Type(Figure.Drawing.class)})
    private interface AnyPanel {}

    @JsonSerialize(converter = ToEdges.class)
    @JsonDeserialize(converter = FromEdges.class)
    private interface AsEdges {}

    @SuppressWarnings("ArrayRecordComponent") // written at once
    private record Edges(int agents, int[][] ends) {}

    private static final class ToEdges extends StdConverter<Graph, Edges> {
        @Override
        public Edges convert(Graph graph) {
            int[][] ends = new int[graph.edges()][];
            Arrays.setAll(ends, e -> new int[] {graph.tail(e), graph.head(e)});
            return new Edges(graph.agents(), ends);
        }
    }

    private static final class FromEdges extends StdConverter<Edges, Graph> {
        @Override
        public Graph convert(Edges edges) {
            return Graph.of(edges.agents(), edges.ends());
        }
    }

    /** @param fingerprint of what they were measured with */
    static String write(Findings findings, String fingerprint) {
        return MAPPER.writeValueAsString(new Kept(fingerprint, findings)) + "\n";
    }

    /** What the technical note is made of. */
    static String write(NoteResults results) {
        return MAPPER.writeValueAsString(results) + "\n";
    }

    /** What was written of the technical note. */
    static NoteResults readNote(String text) {
        return MAPPER.readValue(text, NoteResults.class);
    }

    /** What was written with this fingerprint; nothing if it is another's, or cut off, or no such file at all. */
    static Optional<Findings> read(String text, String fingerprint) {
        try {
            Kept kept = MAPPER.readValue(text, Kept.class);
            return kept != null && fingerprint.equals(kept.fingerprint())
                    ? Optional.ofNullable(kept.findings())
                    : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty(); // measured anew, whatever it was
        }
    }
}
