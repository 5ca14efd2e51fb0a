package io.acord.lab.network;

import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import java.io.BufferedReader;
import java.io.IOException;

/**
 * {@code graph: {kind: edge-list, file: …}}: lines {@code i j} or {@code i j weight} without a header, with blanks,
 * tabs or commas between them, and comments that begin with #, as the networks of SNAP are published.
 */
public final class EdgeListGraph extends GraphKind {

    public EdgeListGraph() {
        super("edge-list", "lines i j [weight] without a header, as SNAP publishes networks", "file: edges.txt");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        return NetworkFile.graph(options, declared, EdgeListGraph::read);
    }

    private static void read(NetworkFile file, BufferedReader in) throws IOException {
        while (file.next(in, "#")) {
            String[] words = file.words();
            if (words.length != 2 && words.length != 3) {
                file.complain(
                        "has " + words.length + (words.length == 1 ? " word" : " words"),
                        "two agents, or two agents and a weight",
                        "write i j, or i j weight; begin comments with #");
                continue;
            }
            double weight = words.length == 2 ? 1 : file.number(words[2], "weight");
            if (!Double.isNaN(weight)) {
                file.edge(words[0], words[1], weight);
            }
        }
    }
}
