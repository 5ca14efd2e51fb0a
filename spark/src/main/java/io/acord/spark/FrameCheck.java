package io.acord.spark;

import io.acord.input.Complaints;
import java.util.OptionalInt;
import org.apache.spark.SparkContext;

/** What a session and the numbers of a frame have to be. */
final class FrameCheck {

    private FrameCheck() {}

    /** Complains about a session that cannot play so many blocks at the same time. */
    static void session(SparkContext context, int count, Complaints complaints) {
        OptionalInt slots = Cluster.slots(context.master());
        if (count < 1) {
            complaints.add(
                    "blocks",
                    "is missing",
                    "how many blocks share the agents, because only a local master says how many slots it has",
                    "give one block a core of all executors");
        } else if (slots.isPresent() && count > slots.getAsInt()) {
            complaints.add(
                    "blocks",
                    "is " + count + ", and " + context.master() + " has " + slots.getAsInt() + " slots",
                    "a free slot for every block, because they talk to each other and have to run at the same time",
                    "give fewer blocks, or more executors or cores");
        }
        if (context.getConf().getBoolean("spark.dynamicAllocation.enabled", false)) {
            complaints.add(
                    "spark.dynamicAllocation.enabled",
                    "is true",
                    "false, because all blocks run at the same time and Spark has no barrier stages otherwise",
                    "start the session with spark.dynamicAllocation.enabled=false");
        }
    }

    /** Complains about a count that is none. */
    static void positive(String what, int number, Complaints complaints) {
        if (number < 1) {
            complaints.add(what, "is " + number, "at least 1", "give a positive number, or leave it out");
        }
    }

    /** Complains about prices that are none. */
    static void prices(String what, double[] numbers, Complaints complaints) {
        if (numbers.length == 0) {
            complaints.add(what, "is missing", "one number, or one a round", "call " + what + "(10), say");
        }
        for (int k = 0; k < numbers.length; k++) {
            complaints.needNonNegative(
                    numbers.length == 1 ? what : what + "[" + k + "]",
                    numbers[k],
                    "a negative one would reward " + (what.equals("beta") ? "differing" : "moving"),
                    "drop the sign");
        }
    }

    /** Complains about prices that are neither one number nor one a round. */
    static void length(String what, double[] numbers, int horizon, Complaints complaints) {
        if (numbers.length != 1 && numbers.length != horizon) {
            complaints.add(
                    what,
                    "has " + numbers.length + " numbers",
                    "one, or " + horizon + ", one a round",
                    "give as many as there are rounds");
        }
    }
}
