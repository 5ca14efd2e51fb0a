package io.acord.lab.network;

import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code graph: {kind: matpower, file: case.m}}: the branches of a MATPOWER case that are in service, between its
 * buses. Agents are called as buses are numbered, or with {@code names: bus_name} as the case calls them. Parallel
 * branches are one edge. Weights are 1 a branch, or with {@code weight: susceptance} 1/x.
 */
public final class MatpowerGraph extends GraphKind {

    private static final Pattern SECTION = Pattern.compile("mpc\\.(\\w+)\\s*=\\s*([\\[{])(.*)");
    private static final Pattern QUOTED = Pattern.compile("'((?:[^']|'')*)'");

    public MatpowerGraph() {
        super("matpower", "branches between the buses of a MATPOWER case", "file: case.m");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        boolean areNamed = options.word("names", "number", "bus_name").equals("bus_name");
        boolean isSusceptance = options.word("weight", "one", "susceptance").equals("susceptance");
        return NetworkFile.graph(options, declared, (file, in) -> new Case(file, areNamed, isSusceptance).read(in));
    }

    /**
     * A branch.
     *
     * @param from what the case calls the bus
     */
    private record Branch(String from, String to) {
        static Branch between(String a, String b) {
            return a.compareTo(b) <= 0 ? new Branch(a, b) : new Branch(/* from= */ b, /* to= */ a);
        }
    }

    /** Scratch; one thread. */
    private static final class Case {
        private final NetworkFile file;
        private final boolean areNamed;
        private final boolean isSusceptance;
        private final Map<String, Integer> buses = new HashMap<>(); // by number: which of the case, from 0
        private int busRows;
        private final List<String> names = new ArrayList<>();
        private final Map<Branch, Double> branches = new LinkedHashMap<>();
        private final Map<Branch, Integer> lines = new HashMap<>(); // where the first of parallel ones stands
        private String section = "";

        Case(NetworkFile file, boolean areNamed, boolean isSusceptance) {
            this.file = file;
            this.areNamed = areNamed;
            this.isSusceptance = isSusceptance;
        }

        void read(BufferedReader in) throws IOException {
            while (file.next(in, "%")) {
                String text = withoutComment(file.line());
                Matcher begins = SECTION.matcher(text);
                if (section.isEmpty() && begins.lookingAt()) {
                    section = begins.group(1);
                    text = begins.group(3);
                }
                int end = section.isEmpty() ? -1 : end(text);
                String rows = end < 0 ? text : text.substring(0, end);
                if (section.equals("bus_name")) {
                    QUOTED.matcher(rows)
                            .results()
                            .forEach(name ->
                                    names.add(name.group(1).replace("''", "'").strip()));
                } else if (section.equals("bus") || section.equals("branch")) {
                    for (String row : rows.split(";", -1)) {
                        if (!row.isBlank()) {
                            row(row.strip().split("[\\s,]+", -1));
                        }
                    }
                }
                section = end < 0 ? section : "";
            }
            finish();
        }

        /** Where a matrix or a list of names ends in a line; −1 if it goes on. */
        private static int end(String text) {
            String plain = QUOTED.matcher(text)
                    .replaceAll(quoted -> "_".repeat(quoted.group().length()));
            int bracket = plain.indexOf(']');
            return bracket >= 0 ? bracket : plain.indexOf('}');
        }

        private static String withoutComment(String line) {
            String plain = QUOTED.matcher(line)
                    .replaceAll(quoted -> "_".repeat(quoted.group().length()));
            int comment = plain.indexOf('%');
            return comment < 0 ? line : line.substring(0, comment);
        }

        private void row(String[] words) {
            if (section.equals("bus")) {
                buses.putIfAbsent(words[0], busRows++);
                return;
            }
            if (words.length < 11) {
                file.complain(
                        "has " + words.length + " columns",
                        "at least 11, the last of them whether the branch is in service",
                        "export the case by savecase");
                return;
            }
            double x = file.number(words[3], "reactance");
            double status = file.number(words[10], "status");
            if (status <= 0 || Double.isNaN(x) || Double.isNaN(status)) {
                return;
            }
            if (isSusceptance && !(x > 0)) {
                file.complain(
                        "has a reactance of " + x,
                        "one above 0, because 1/x is the weight",
                        "correct it, or omit weight: susceptance");
                return;
            }
            Branch branch = Branch.between(words[0], words[1]);
            branches.merge(branch, isSusceptance ? 1 / x : 1, Double::sum);
            lines.putIfAbsent(branch, file.number());
        }

        private void finish() {
            if (buses.isEmpty()) {
                file.complain("ends without mpc.bus", "a MATPOWER case", "name a .m file with mpc.bus and mpc.branch");
                return;
            }
            if (areNamed && names.size() != busRows) {
                file.complain(
                        "ends with " + names.size() + " names for " + busRows + " buses",
                        "mpc.bus_name with a name for every bus",
                        "omit names: bus_name");
                return;
            }
            branches.forEach((branch, weight) -> {
                String from = name(branch.from());
                String to = name(branch.to());
                if (!from.isEmpty() && !to.isEmpty()) {
                    file.edge(lines.getOrDefault(branch, 0), from, to, weight);
                }
            });
        }

        /** What the agent at a bus is called; empty if there is no such bus, which is complained about. */
        private String name(String bus) {
            Integer at = buses.get(bus);
            if (at == null) {
                file.complain("has a branch at bus " + bus, "buses of mpc.bus", "add the bus, or drop the branch");
                return "";
            }
            return areNamed ? names.get(at) : bus;
        }
    }
}
