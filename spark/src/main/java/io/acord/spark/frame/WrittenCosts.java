package io.acord.spark.frame;

import io.acord.input.Complaint;
import io.acord.input.Complaints;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a driver learns of the lines that a block has written down.
 *
 * @param complaints the first ones
 * @param found how many there are
 */
record WrittenCosts(int block, ArrayList<Complaint> complaints, long found, long checksum) implements Serializable {

    /** What one task finds wrong. Mutable. */
    static final class Findings {
        private final ArrayList<Complaint> first = new ArrayList<>();
        private long found;

        void complain(String place, String problem, String needed, String fix) {
            if (++found <= AgentTable.SHOWN) {
                first.add(new Complaint(place, problem, needed, fix));
            }
        }

        boolean areNone() {
            return found == 0;
        }

        WrittenCosts written(int block, long checksum) {
            return new WrittenCosts(block, first, found, checksum);
        }
    }

    /**
     * A checksum of what all blocks wrote.
     *
     * @param where the name of the frame
     * @throws io.acord.input.BadInputException if one of them complained
     */
    static long checksum(String where, List<WrittenCosts> all) {
        List<WrittenCosts> blocks = new ArrayList<>(all);
        blocks.sort(Comparator.comparingInt(WrittenCosts::block));
        Complaints complaints = new Complaints();
        long checksum = 0;
        long more = 0;
        for (WrittenCosts block : blocks) {
            block.complaints().forEach(complaints::add);
            more += block.found() - block.complaints().size();
            checksum = 31 * checksum + block.checksum();
        }
        if (more > 0) {
            complaints.add(where, "has " + more + " more such rows", "none", "repair the ones above");
        }
        complaints.throwIfAny();
        return checksum;
    }
}
