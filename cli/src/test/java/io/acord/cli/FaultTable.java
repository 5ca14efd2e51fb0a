package io.acord.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What came out of the rows of the fault table that were played by processes: {@code target/fault-table.csv}, and
 * together with what the protocol's simulation wrote the page {@code target/fault-table.md}, of which
 * {@code docs/fault-table.md} is a copy.
 */
final class FaultTable {

    /**
     * Tests of what a peer with a certificate, a slow client, a full disk and the like could once do, rows 21 and on:
     * {@code mvn -B verify -pl cli -am -Dgroups=doors}.
     */
    static final String DOORS = "doors";

    /**
     * Tests of what a host does to its members: kills, stops, journals, disks, clocks, limits. All of them, and nothing
     * else: {@code mvn -B verify -pl cli -am -Dgroups=hosts -Dacord.fleet.share=1}.
     */
    static final String HOSTS = "hosts";

    /**
     * Tests of what plays for long or is large: {@code mvn -B verify -pl cli -am -Dgroups=endurance
     * -Dacord.fleet.share=1}.
     */
    static final String ENDURANCE = "endurance";

    static final double SHARE = Double.parseDouble(System.getProperty("acord.fleet.share", "0.01"));

    private static final Path CSV = Path.of("target", "fault-table.csv").toAbsolutePath();
    private static final Path PAGE = Path.of("target", "fault-table.md").toAbsolutePath();
    private static final Path SIMULATED =
            Path.of("..", "protocol", "target", "fault-table.csv").toAbsolutePath();
    private static final String HEADER = "row,fault,runs,found";

    private FaultTable() {}

    /**
     * Writes the page once more, from what the tests have left; {@code java -cp cli/target/test-classes
     * io.acord.cli.FaultTable} in {@code cli}.
     */
    public static void main(String[] args) throws IOException {
        List<String> lines = Files.readAllLines(CSV);
        Files.writeString(PAGE, page(lines.subList(1, lines.size())));
    }

    /** How many runs of a row are to be played: its share, and at least so many. */
    static int runs(int all, int least) {
        return Math.max(least, (int) Math.round(all * SHARE));
    }

    /** Adds a line, or replaces the one that an earlier run left. */
    static synchronized void add(int row, String fault, int runs, String found) throws IOException {
        Map<String, String> lines = new TreeMap<>();
        if (Files.exists(CSV)) {
            List<String> known = Files.readAllLines(CSV);
            for (String line : known.subList(1, known.size())) {
                lines.put(key(cells(line)), line);
            }
        }
        String line = row + "," + quoted(fault) + "," + runs + "," + quoted(found);
        lines.put(key(cells(line)), line);
        List<String> all = new ArrayList<>(List.of(HEADER));
        all.addAll(lines.values());
        Files.write(CSV, all);
        Files.writeString(PAGE, page(all.subList(1, all.size())));
    }

    private static String key(List<String> cells) {
        return String.format(Locale.ROOT, "%02d %s", Integer.parseInt(cells.get(0)), cells.get(1));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "") + '"';
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean inside = false;
        for (int k = 0; k < line.length(); k++) {
            char c = line.charAt(k);
            if (c == '"') {
                inside = !inside;
            } else if (c == ',' && !inside) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return cells;
    }

    private static String page(List<String> lines) throws IOException {
        StringBuilder page = new StringBuilder();
        page.append("# The fault table, played\n\n")
                .append(
                        "Written by `mvn -B verify` into `cli/target/fault-table.md`. [fleet.md](fleet.md) says what is promised; rows have the numbers that they have there.\n\n")
                .append(String.format(
                        Locale.ROOT,
                        "Java %s, %d processors. A slice is played by `mvn -B verify`, all of it by `mvn -B -Pnightly verify`, what hosts do to members (rows 7 to 10 and 23) by `mvn -B verify -pl cli -am -Dgroups=hosts -Dacord.fleet.share=1`, what is long or large (rows 33 to 36) by the same with `-Dgroups=endurance`.%n%n",
                        Runtime.version(),
                        Runtime.getRuntime().availableProcessors()))
                .append("""
                        Rows 21 to 32 are what once got through, each with tries and failures; `mvn -B verify -pl cli -am -Dgroups=doors` plays them and nothing else. By number of the finding: 1 a round that nobody can be in, row 21; 2 a lost journal, row 22, and a stolen key, row 32; 3 floods, row 25; 4 numbers beyond all sense, rows 12 and 26; 5 a missed revocation, row 27; 6 half-sent requests, bad bodies and slow readers, row 28; 7 health, row 24; 8 addresses that others reach, row 29; 9 no room, row 23; 10 journals that were cut, row 30; 11 open secrets, names that are formulas, peers that hang up, row 31. Times are printed and not judged, nor are the edges that a busy machine costs: row 26 is played at a deadline of one second until there are rounds in which lies were heard and no edge was lost but the one to the liar; what was lost besides, in all rounds, is counted.

                        """)
                .append("## By processes\n\n")
                .append("Real processes, sockets, TLS 1.3 and signals.\n\n")
                .append("| row | fault | runs | found |\n|---|---|---|---|\n");
        for (String line : lines) {
            page.append("| ").append(String.join(" | ", cells(line))).append(" |\n");
        }
        if (Files.exists(SIMULATED)) {
            List<String> simulated = Files.readAllLines(SIMULATED);
            List<String> header = cells(simulated.get(0));
            page.append("\n## By simulation\n\n")
                    .append(
                            "64 agents, another graph every round, the same state machine under a seeded scheduler (`FaultTableTest`).\n\n")
                    .append("| ")
                    .append(String.join(" | ", header))
                    .append(" |\n")
                    .append("|---".repeat(header.size()))
                    .append("|\n");
            for (String line : simulated.subList(1, simulated.size())) {
                page.append("| ")
                        .append(String.join(
                                " | ",
                                cells(line).stream().map(FaultTable::rounded).toList()))
                        .append(" |\n");
            }
        }
        return page.toString();
    }

    private static String rounded(String cell) {
        return cell.matches("\\d+\\.\\d+") ? String.format(Locale.ROOT, "%.3f", Double.parseDouble(cell)) : cell;
    }
}
