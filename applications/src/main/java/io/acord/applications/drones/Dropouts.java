package io.acord.applications.drones;

import io.acord.input.Complaints;
import io.acord.lab.data.CsvRows;
import io.acord.lab.data.DataFile;
import io.acord.lab.options.NearestWord;
import io.acord.lab.options.Options;
import io.acord.lab.options.Value;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.SeededRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Drones that leave the formation on the way: {@code dropouts: dropouts.csv}, {@code drone,time_s}, or, where the
 * flight is made up, how many of them.
 */
final class Dropouts {

    private static final int LEAST_LEFT = 2; // a formation is between drones

    private Dropouts() {}

    /** How many leave a made-up flight. */
    static int count(Options options, int drones) {
        int count = options.integer("dropouts", 0, 0, 1_000_000);
        if (count > Math.max(0, drones - LEAST_LEFT)) {
            options.complain(
                    "dropouts",
                    "at most " + Math.max(0, drones - LEAST_LEFT) + " of " + drones
                            + " drones, because a formation is between two at least",
                    "lower dropouts, or raise agents");
        }
        return count;
    }

    /** The plan, from which so many leave at times of the seed. */
    static FlightPlan draw(FlightPlan plan, int count, double seconds, long seed) {
        SeededRandom random = new SeededRandom(seed, "drones dropouts".hashCode());
        List<Double> leaves = new ArrayList<>(Collections.nCopies(plan.drones(), Double.POSITIVE_INFINITY));
        for (int gone = 0; gone < count; ) {
            int i = random.below(plan.drones());
            if (leaves.get(i) == Double.POSITIVE_INFINITY) {
                leaves.set(i, seconds * random.uniform(0.2, 0.8));
                gone++;
            }
        }
        return plan.leaving(leaves);
    }

    /** When each drone leaves, seconds after the first waypoint; infinite for those that stay. */
    static List<Double> read(Options options, DeclaredSize declared, List<String> names) {
        List<Double> leaves = new ArrayList<>(Collections.nCopies(names.size(), Double.POSITIVE_INFINITY));
        Optional<Value> given = options.value("dropouts");
        if (given.isEmpty()) {
            return leaves;
        }
        Optional<DataFile> file = DataFile.table(options, "dropouts", declared);
        Complaints complaints = options.complaints();
        int before = complaints.size();
        file.ifPresent(table -> CsvRows.read(table, List.of("drone", "time_s"), List.of(), row -> {
            String name = row.name("drone");
            double time = row.number("time_s", 0, 1e9, "nobody leaves before the first waypoint");
            int id = names.indexOf(name);
            if (id < 0 && !name.isEmpty()) {
                row.complain(
                        "drone",
                        "is \"" + name + "\"",
                        "a drone of the offsets",
                        NearestWord.hint(name, names, "drop the line"));
            } else if (id >= 0 && leaves.get(id) != Double.POSITIVE_INFINITY) {
                row.complain("drone", "is there twice", "one line a drone that leaves", "drop one of the lines");
            } else if (id >= 0 && !Double.isNaN(time)) {
                leaves.set(id, time);
            }
        }));
        long stay =
                leaves.stream().filter(time -> time == Double.POSITIVE_INFINITY).count();
        if (complaints.size() == before && stay < LEAST_LEFT) {
            complaints.add(
                    file.map(DataFile::name).orElse("dropouts"),
                    "leaves " + stay + " of " + names.size() + " drones",
                    "at least " + LEAST_LEFT + " that stay, because a formation is between drones",
                    "drop lines, or end the flight before");
        }
        return leaves;
    }
}
