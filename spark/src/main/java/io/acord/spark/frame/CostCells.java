package io.acord.spark.frame;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.data.JsonCosts;
import io.acord.spark.block.CostFile;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/** The costs of a block's rows in one round, filled from lines, each of which is looked at. Scratch; one task. */
final class CostCells {

    /** Hears what is wrong with a line. */
    interface Critic {
        void complain(String what, String problem, String needed, String fix);
    }

    private final int d;
    private final double[] curvature;
    private final double[] target;
    private final @Nullable String[] texts;
    private boolean hasTexts;

    /**
     * Cells of so many rows.
     *
     * @param held what rows have to begin with; null: nothing
     */
    CostCells(int rows, int d, @Nullable CostFile held) {
        this.d = d;
        this.curvature = held == null ? new double[rows * d] : held.curvature().clone();
        this.target = held == null ? new double[rows * d] : held.target().clone();
        this.texts = new String[rows];
        if (held != null) {
            System.arraycopy(held.texts(), 0, texts, 0, held.texts().length);
            hasTexts = held.texts().length > 0;
        }
    }

    /** Nobody has a cost. */
    void clear() {
        Arrays.fill(curvature, 0);
        Arrays.fill(target, 0);
        Arrays.fill(texts, null);
        hasTexts = false;
    }

    CostFile file(int t) {
        return new CostFile(t, curvature, target, hasTexts ? texts : new String[0]);
    }

    /**
     * Takes the cost of a row from a line's cells {@code alpha, v0, …, cost}; false if there is none.
     *
     * @param at which cell alpha is
     */
    boolean take(InternalRow line, int at, int row, Critic critic) {
        boolean isText = !line.isNullAt(at + 1 + d);
        boolean isNumbers = !line.isNullAt(at);
        if (isText == isNumbers) {
            critic.complain(
                    "",
                    isText ? "has alpha and a cost" : "has neither alpha nor a cost",
                    "one of the two",
                    isText ? "drop one of them" : "give alpha and v, or a cost as JSON");
            return false;
        }
        Arrays.fill(curvature, row * d, (row + 1) * d, 0);
        texts[row] = null;
        if (isText) {
            takeText(line.getUTF8String(at + 1 + d).toString(), row, critic);
        } else {
            takeNumbers(line, at, row, critic);
        }
        return true;
    }

    private void takeNumbers(InternalRow line, int at, int row, Critic critic) {
        double alpha = line.getDouble(at);
        boolean isSound = alpha > 0 && 2 * alpha < Double.POSITIVE_INFINITY;
        for (int c = 0; c < d; c++) {
            double v = line.isNullAt(at + 1 + c) ? Double.NaN : line.getDouble(at + 1 + c);
            curvature[row * d + c] = 2 * alpha;
            target[row * d + c] = v;
            isSound &= Double.isFinite(2 * alpha * v);
        }
        if (!isSound) {
            try {
                Quadratic.alpha(alpha, Arrays.copyOfRange(target, row * d, (row + 1) * d));
            } catch (BadInputException refused) {
                for (Complaint one : refused.complaints()) {
                    critic.complain(one.where(), one.found(), one.needed(), one.fix());
                }
            }
        }
    }

    private void takeText(String text, int row, Critic critic) {
        texts[row] = text;
        hasTexts = true;
        Complaints trouble = new Complaints();
        HittingCost cost = JsonCosts.read(text, trouble);
        for (Complaint one : trouble.all()) {
            critic.complain("cost " + one.where(), one.found(), one.needed(), one.fix());
        }
        if (cost != null && cost.dimension() != d) {
            critic.complain("cost", "has " + cost.dimension() + " coordinates", d + ", as the others", "give " + d);
        }
    }
}
