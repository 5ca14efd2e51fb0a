package io.acord.spark.frame;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import io.acord.input.Complaints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.jspecify.annotations.Nullable;

/** Looks at the columns of data frames and brings them into one form. Nothing runs yet. */
final class FrameColumns {

    private static final Set<DataType> WHOLE = Set.of(
            DataTypes.ByteType, DataTypes.ShortType, DataTypes.IntegerType, DataTypes.LongType, DataTypes.StringType);

    private FrameColumns() {}

    /** How many coordinates the columns v, or v0, v1, …, have; 0 if there are none. */
    static int targets(Dataset<Row> frame, String letter) {
        List<String> names = List.of(frame.columns());
        if (names.contains(letter)) {
            return 1;
        }
        int d = 0;
        while (names.contains(letter + d)) {
            d++;
        }
        return d;
    }

    private static String coordinate(Dataset<Row> frame, String letter, int c) {
        return List.of(frame.columns()).contains(letter) ? letter : letter + c;
    }

    /** {@code round, agent, alpha, v0, …, cost [, key]}; α, v or the cost are null where the frame has none. */
    static Dataset<Row> costs(Dataset<Row> frame, int d, @Nullable String key) {
        List<String> names = List.of(frame.columns());
        List<Column> columns = new ArrayList<>(List.of(round(), text("agent")));
        addCosts(frame, names, d, columns);
        if (key != null) {
            columns.add(col(quoted(key)).cast("string").as("key"));
        }
        return frame.select(columns.toArray(Column[]::new));
    }

    /** {@code made, round, agent, alpha, v0, …, cost}; α, v or the cost are null where the frame has none. */
    static Dataset<Row> forecasts(Dataset<Row> frame, int d) {
        List<String> names = List.of(frame.columns());
        List<Column> columns =
                new ArrayList<>(List.of(col("made").try_cast("int").as("made"), round(), text("agent")));
        addCosts(frame, names, d, columns);
        return frame.select(columns.toArray(Column[]::new));
    }

    private static void addCosts(Dataset<Row> frame, List<String> names, int d, List<Column> columns) {
        columns.add(names.contains("alpha") ? number("alpha") : nothing("alpha", "double"));
        for (int c = 0; c < d; c++) {
            columns.add(
                    targets(frame, "v") == 0
                            ? nothing("v" + c, "double")
                            : number(coordinate(frame, "v", c)).as("v" + c));
        }
        columns.add(names.contains("cost") ? text("cost") : nothing("cost", "string"));
    }

    private static Column nothing(String name, String type) {
        return lit(null).cast(type).as(name);
    }

    /** {@code round, i, j, weight}; round 0 is of all rounds, −1 what is no round. */
    static Dataset<Row> edges(Dataset<Row> frame) {
        List<String> names = List.of(frame.columns());
        Column round = lit(0);
        if (names.contains("round")) {
            Column given = col("round");
            Column isEmpty = frame.schema().apply("round").dataType().equals(DataTypes.StringType)
                    ? given.isNull()
                            .or(org.apache.spark.sql.functions.trim(given).equalTo(""))
                    : given.isNull();
            round = org.apache.spark.sql.functions.when(isEmpty, 0).otherwise(coalesce(given.try_cast("int"), lit(-1)));
            round = org.apache
                    .spark
                    .sql
                    .functions
                    .when(isEmpty.or(round.gt(0)), round)
                    .otherwise(-1);
        }
        Column weight = names.contains("weight") ? coalesce(number("weight"), lit(Double.NaN)) : lit(1.0);
        return frame.select(round.as("round"), text("i"), text("j"), weight.as("weight"));
    }

    /** {@code agent, x0, …}. */
    static Dataset<Row> start(Dataset<Row> frame, int d) {
        List<Column> columns = new ArrayList<>(List.of(text("agent")));
        for (int c = 0; c < d; c++) {
            columns.add(number(coordinate(frame, "x", c)).as("x" + c));
        }
        return frame.select(columns.toArray(Column[]::new));
    }

    private static Column round() {
        return col("round").try_cast("int").as("round");
    }

    private static Column text(String name) {
        return col(name).cast("string").as(name);
    }

    private static Column number(String name) {
        return col(name).try_cast("double").as(name);
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** Complains about a frame of costs whose columns will not do. */
    static void checkCosts(Dataset<Row> frame, @Nullable String key, Complaints complaints) {
        List<String> names = List.of(frame.columns());
        need(frame, "costs", List.of("round", "agent"), complaints);
        needCosts("costs", names, targets(frame, "v"), complaints);
        if (key != null && !names.contains(key)) {
            complaints.add(
                    "partitionBy",
                    "is key:" + key + ", and costs has the columns " + String.join(", ", names),
                    "a column of the costs",
                    "correct the name, or join the column to the costs");
        }
        for (String name : names) {
            if (!name.matches("round|agent|alpha|v|v\\d{1,4}|cost") && !name.equals(key)) {
                unknown("costs", name, "round, agent, alpha, v or v0, v1, …, cost", complaints);
            }
        }
        needWhole(frame, "costs", complaints);
        needNumbers(frame, "costs", List.of("alpha", "v", "v0"), complaints);
    }

    private static void needCosts(String where, List<String> names, int targets, Complaints complaints) {
        boolean numbers = names.contains("alpha") && targets > 0;
        if (!numbers && !names.contains("cost")) {
            complaints.add(
                    where,
                    "has the columns " + String.join(", ", names),
                    "alpha and v (or v0, v1, …), or cost, or both",
                    "name the columns round, agent, alpha, v, or put costs as JSON into a column cost");
        }
    }

    /** Complains about a frame of forecasts whose columns will not do. */
    static void checkForecasts(Dataset<Row> frame, int d, Complaints complaints) {
        List<String> names = List.of(frame.columns());
        int targets = targets(frame, "v");
        need(frame, "forecasts", List.of("made", "round", "agent"), complaints);
        needCosts("forecasts", names, targets, complaints);
        if (targets > 0 && targets != d) {
            complaints.add(
                    "forecasts",
                    "has " + targets + " coordinates",
                    d + ", as costs have",
                    "name the columns " + (d == 1 ? "v" : "v0, v1, …"));
        }
        for (String name : names) {
            if (!name.matches("made|round|agent|alpha|v|v\\d{1,4}|cost")) {
                unknown("forecasts", name, "made, round, agent, alpha, v or v0, v1, …, cost", complaints);
            }
        }
        needWhole(frame, "forecasts", complaints);
        needNumbers(frame, "forecasts", List.of("made", "alpha", "v", "v0"), complaints);
    }

    /** Complains about a frame of edges whose columns will not do. */
    static void checkEdges(Dataset<Row> frame, Complaints complaints) {
        need(frame, "edges", List.of("i", "j"), complaints);
        for (String name : frame.columns()) {
            if (!List.of("round", "i", "j", "weight").contains(name)) {
                unknown("edges", name, "round, i, j, weight", complaints);
            }
        }
        needWhole(frame, "edges", complaints);
        needNumbers(frame, "edges", List.of("weight"), complaints);
    }

    /** Complains about a frame of where agents start whose columns will not do. */
    static void checkStart(Dataset<Row> frame, int d, Complaints complaints) {
        need(frame, "start", List.of("agent"), complaints);
        int found = targets(frame, "x");
        if (found != d) {
            complaints.add(
                    "start",
                    "has " + found + " coordinates",
                    d + ", as costs have",
                    "name the columns agent, " + (d == 1 ? "x0" : "x0, x1, …"));
        }
        for (String name : frame.columns()) {
            if (!name.matches("agent|x|x\\d{1,4}")) {
                unknown("start", name, "agent, x0, x1, …", complaints);
            }
        }
        needNumbers(frame, "start", List.of("x", "x0"), complaints);
    }

    private static void unknown(String where, String name, String needed, Complaints complaints) {
        complaints.add(
                where + ": column \"" + name + "\"", "is not known", needed, "select the columns that are meant");
    }

    private static void need(Dataset<Row> frame, String where, List<String> needed, Complaints complaints) {
        for (String name : needed) {
            if (!Arrays.asList(frame.columns()).contains(name)) {
                complaints.add(
                        where + ": column \"" + name + "\"",
                        "is missing",
                        "the columns " + String.join(", ", needed),
                        "name it so, for instance by withColumnRenamed");
            }
        }
    }

    private static void needWhole(Dataset<Row> frame, String where, Complaints complaints) {
        if (Arrays.asList(frame.columns()).contains("round")
                && !WHOLE.contains(frame.schema().apply("round").dataType())) {
            complaints.add(
                    where + ": column \"round\"",
                    "is of type "
                            + frame.schema()
                                    .apply("round")
                                    .dataType()
                                    .typeName()
                                    .toLowerCase(Locale.ROOT),
                    "whole numbers, because rounds are counted from 1",
                    "cast it to int");
        }
    }

    private static void needNumbers(Dataset<Row> frame, String where, List<String> names, Complaints complaints) {
        for (String name : names) {
            if (!Arrays.asList(frame.columns()).contains(name)) {
                continue;
            }
            DataType type = frame.schema().apply(name).dataType();
            boolean isNumber = WHOLE.contains(type)
                    || type.equals(DataTypes.DoubleType)
                    || type.equals(DataTypes.FloatType)
                    || type instanceof DecimalType;
            if (!isNumber) {
                complaints.add(
                        where + ": column \"" + name + "\"",
                        "is of type " + type.typeName().toLowerCase(Locale.ROOT),
                        "numbers",
                        "cast it to double");
            }
        }
    }
}
