package io.acord.lab.data;

import io.acord.constraint.Ball;
import io.acord.constraint.Constrained;
import io.acord.constraint.HalfSpace;
import io.acord.constraint.Simplex;
import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.Band;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.Huber;
import io.acord.cost.Quadratic;
import io.acord.cost.Sum;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.options.NearestWord;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code costs: {kind: jsonl, file: …}}: a line {@code {"round": 1, "agent": "a", "cost": {"type": …}}} for every agent
 * and round.
 *
 * <p>Types: {@code quadratic} (Q and v, or alpha and v), {@code abs} (weight, v, mu), {@code band} (low, high, weight,
 * mu), {@code huber} (weight, threshold, v, mu), {@code sum} (parts). Any of them may have a {@code box} (low, high;
 * null for no limit), a {@code ball} (center, radius), a {@code half-space} (normal, most) or a {@code simplex}
 * (total).
 */
public final class JsonCosts extends CostKind {

    private static final List<String> TYPES = List.of("quadratic", "abs", "band", "huber", "sum");
    private static final List<String> SETS = List.of("ball", "half-space", "simplex");
    private static final int DEEPEST_SUM = 5;
    private static final int MOST_PARTS = 100;
    private static final long MOST_TOKENS = 10_000_000; // of a text that came by itself

    public JsonCosts() {
        super("jsonl", "JSON lines: a cost of any type for a round and an agent", "file: costs.jsonl");
    }

    @Override
    public CostSource create(Options options, DeclaredSize declared) {
        Optional<DataFile> file = DataFile.lines(options, declared);
        CostLines costs = new CostLines(file.map(DataFile::name).orElse(""), options, declared);
        if (file.isEmpty()) {
            costs.leftOut();
        } else {
            file.get().read(lines -> read(file.get(), lines, costs));
        }
        return costs.source();
    }

    private static void read(DataFile file, LineReader lines, CostLines costs) throws IOException {
        while (lines.next()) {
            JsonFields fields = JsonFields.of(lines, file);
            if (fields == null) {
                costs.leftOut();
                continue;
            }
            int round = fields.round();
            String agent = fields.name("agent");
            JsonFields described = fields.section("cost");
            HittingCost cost = described == null ? null : cost(described);
            fields.refuseUnknown();
            if (round == 0 || agent == null || cost == null) {
                costs.leftOut();
            } else {
                costs.add(lines.number(), fields.place(), round, agent, cost);
            }
        }
    }

    /**
     * The cost that a text describes, as in the {@code cost} of a line; null if that is complained about.
     *
     * @param complaints are told where in the text, by JSON pointer
     */
    public static @Nullable HittingCost read(String json, Complaints complaints) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        try {
            JsonNode.Obj object = JsonNode.Reader.object(bytes, MOST_TOKENS);
            JsonFields fields = new JsonFields(object, "", new JsonPlaces.Pointers(), complaints);
            boolean plain = !fields.has("type") && fields.has("alpha");
            return plain ? plainQuadratic(fields) : cost(fields);
        } catch (JsonNode.Malformed malformed) {
            complaints.add(
                    "byte " + malformed.at(),
                    malformed.problem(),
                    "one JSON object, as the cost of a line of JSON",
                    "write for instance {\"type\": \"abs\", \"weight\": 3, \"v\": [1], \"mu\": 0.5}");
            return null;
        }
    }

    /** The cost that an object describes; null if that is complained about. */
    static @Nullable HittingCost cost(JsonFields fields) {
        return cost(fields, 0);
    }

    /** {@code {"alpha": 2, "v": [1]}}: a quadratic as in CSV files, which need not say its type. */
    static @Nullable HittingCost plainQuadratic(JsonFields fields) {
        HittingCost cost = quadratic(fields);
        cost = constrained(fields, cost);
        fields.refuseUnknown();
        return cost;
    }

    private static @Nullable HittingCost cost(JsonFields fields, int depth) {
        JsonNode type = fields.get("type");
        if (type == null) {
            fields.missing("type", "one of " + String.join(", ", TYPES));
            return null;
        }
        String word = type instanceof JsonNode.Text text ? text.text() : "";
        HittingCost cost;
        switch (word) {
            case "quadratic" -> cost = quadratic(fields);
            case "abs" -> cost = absolute(fields);
            case "band" -> cost = band(fields);
            case "huber" -> cost = huber(fields);
            case "sum" -> cost = sum(fields, depth);
            default -> {
                fields.complain(
                        "type",
                        type,
                        "one of " + String.join(", ", TYPES),
                        NearestWord.hint(word.length() > 60 ? "" : word, TYPES, "choose one of them"));
                return null;
            }
        }
        cost = constrained(fields, cost);
        fields.refuseUnknown();
        return cost;
    }

    private static @Nullable HittingCost quadratic(JsonFields fields) {
        double[] v = fields.vector("v");
        if (fields.has("alpha") && !fields.has("Q")) {
            double alpha = fields.number("alpha");
            return v == null || Double.isNaN(alpha) ? null : made(fields, () -> Quadratic.alpha(alpha, v));
        }
        if (fields.has("alpha")) {
            fields.complain("alpha", "is there and Q as well", "one of the two", "drop one of them");
            return null;
        }
        double[][] q = fields.matrix("Q");
        return v == null || q == null ? null : made(fields, () -> Quadratic.matrix(q, v));
    }

    private static @Nullable HittingCost absolute(JsonFields fields) {
        double weight = fields.number("weight");
        double[] v = fields.vector("v");
        double mu = fields.number("mu");
        return v == null || Double.isNaN(weight + mu) ? null : made(fields, () -> AbsoluteDeviation.of(weight, v, mu));
    }

    private static @Nullable HittingCost band(JsonFields fields) {
        double[] low = fields.vector("low");
        double[] high = fields.vector("high");
        double weight = fields.number("weight");
        double mu = fields.number("mu");
        return low == null || high == null || Double.isNaN(weight + mu)
                ? null
                : made(fields, () -> Band.of(low, high, weight, mu));
    }

    private static @Nullable HittingCost huber(JsonFields fields) {
        double weight = fields.number("weight");
        double threshold = fields.number("threshold");
        double[] v = fields.vector("v");
        double mu = fields.number("mu");
        return v == null || Double.isNaN(weight + threshold + mu)
                ? null
                : made(fields, () -> Huber.of(weight, threshold, v, mu));
    }

    private static @Nullable HittingCost sum(JsonFields fields, int depth) {
        JsonNode parts = fields.get("parts");
        if (parts == null) {
            fields.missing("parts", "a list of costs");
            return null;
        }
        if (!(parts instanceof JsonNode.Arr list)
                || depth == DEEPEST_SUM
                || list.items().size() > MOST_PARTS) {
            fields.complain(
                    "parts",
                    parts,
                    "a list of at most " + MOST_PARTS + " costs, sums in sums at most " + DEEPEST_SUM + " deep",
                    "write [{\"type\": …}, …]");
            return null;
        }
        List<HittingCost> costs = new ArrayList<>();
        for (int k = 0; k < list.items().size(); k++) {
            JsonFields part = fields.item("parts", list.items().get(k), k);
            HittingCost cost = part == null ? null : cost(part, depth + 1);
            if (cost != null) {
                costs.add(cost);
            }
        }
        return costs.size() < list.items().size() ? null : made(fields, () -> Sum.of(costs));
    }

    /** The cost with the box and the set that an object gives it; a box comes first, as more is known of it. */
    private static @Nullable HittingCost constrained(JsonFields fields, @Nullable HittingCost cost) {
        HittingCost within = fields.has("box") ? boxed(fields, cost) : cost;
        for (String key : SETS) {
            if (fields.has(key)) {
                within = within(key, fields, within);
            }
        }
        return within;
    }

    private static @Nullable HittingCost within(String key, JsonFields fields, @Nullable HittingCost cost) {
        JsonFields set = fields.section(key);
        if (set == null) {
            return null;
        }
        boolean isSimplex = key.equals("simplex");
        boolean isBall = key.equals("ball");
        double[] vector = isSimplex ? new double[0] : set.vector(isBall ? "center" : "normal");
        double number = set.number(isSimplex ? "total" : isBall ? "radius" : "most");
        set.refuseUnknown();
        if (cost == null || vector == null || Double.isNaN(number)) {
            return null;
        }
        return made(
                set,
                () -> Constrained.of(
                        cost,
                        isSimplex
                                ? Simplex.of(cost.dimension(), number)
                                : isBall ? Ball.of(vector, number) : HalfSpace.of(vector, number)));
    }

    private static @Nullable HittingCost boxed(JsonFields fields, @Nullable HittingCost cost) {
        JsonFields box = fields.section("box");
        if (box == null) {
            return null;
        }
        double[] low = box.vector("low", Double.NEGATIVE_INFINITY);
        double[] high = box.vector("high", Double.POSITIVE_INFINITY);
        box.refuseUnknown();
        return cost == null || low == null || high == null ? null : made(box, () -> Boxed.of(cost, low, high));
    }

    /** What the library makes of the numbers; null if it refuses them, which is complained about. */
    private static @Nullable HittingCost made(JsonFields fields, Supplier<HittingCost> cost) {
        try {
            return cost.get();
        } catch (BadInputException refused) {
            for (Complaint complaint : refused.complaints()) {
                String where = complaint.where();
                boolean matrix = where.equals("q") || where.startsWith("q[");
                fields.complain(
                        matrix ? "Q" + where.substring(1) : where,
                        complaint.found(),
                        complaint.needed(),
                        complaint.fix());
            }
            return null;
        }
    }
}
