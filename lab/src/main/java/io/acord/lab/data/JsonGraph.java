package io.acord.lab.data;

import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import java.io.IOException;
import java.util.Optional;

/**
 * {@code graph: {kind: jsonl, file: …}}: a line {@code {"round": 1, "i": "a", "j": "b", "A": [[1, 0], [0, 2]],
 * "weight": 2, "offset": [1, 0]}} for every edge, weight · β/2 ‖A(x_i − x_j − offset)‖². Without round it is there in
 * all rounds; A, weight and offset may be left out as well.
 */
public final class JsonGraph extends GraphKind {

    public JsonGraph() {
        super("jsonl", "JSON lines: edges with weights, matrices or offsets", "file: edges.jsonl");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        Optional<DataFile> file = DataFile.lines(options, declared);
        EdgeLines edges =
                new EdgeLines(file.map(DataFile::name).orElse(""), options.complaints(), declared).tolerating(options);
        file.ifPresent(found -> found.read(lines -> read(found, lines, edges)));
        return edges.source();
    }

    private static void read(DataFile file, LineReader lines, EdgeLines edges) throws IOException {
        while (lines.next()) {
            JsonFields fields = JsonFields.of(lines, file);
            if (fields == null) {
                continue;
            }
            boolean every = !fields.has("round");
            int round = every ? 0 : fields.round();
            String i = fields.name("i");
            String j = fields.name("j");
            double[][] matrix = fields.has("A") ? fields.matrix("A") : null;
            double weight = fields.has("weight") ? fields.number("weight") : 1;
            double[] offset = fields.has("offset") ? fields.vector("offset") : null;
            fields.refuseUnknown();
            boolean read = (matrix != null || !fields.has("A")) && (offset != null || !fields.has("offset"));
            if (read && (every || round > 0) && i != null && j != null && !Double.isNaN(weight)) {
                edges.add(lines.number(), fields.place(), round, i, j, weight, matrix, offset);
            }
        }
    }
}
