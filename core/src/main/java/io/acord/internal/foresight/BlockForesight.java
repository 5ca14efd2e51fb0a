package io.acord.internal.foresight;

import io.acord.cost.HittingCost;
import io.acord.input.Complaints;
import io.acord.internal.kernel.Block;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the agents of one place remember who look ahead: what they and their experts played last, the last plan, and an
 * account each (Theorem H). Mutable; one thread.
 *
 * <pre>
 *   decide: the expert's actions and the plan are there, what is played follows
 *   told, for every neighbour: what it played, and its expert; until the next decide
 * </pre>
 *
 * <p>Of a neighbour that has not told by the next {@link #decide} an account is charged the most that it can cost, for
 * good.
 */
public final class BlockForesight {

    /** Numbers of {@link #toArray} before the first agent's. */
    private static final int HEADER = 3;

    private final AccountRule rule;
    private final int rows;
    private final int d;
    private double[] expert;
    private double[] played;
    private double[] expertBefore;
    private double[] playedBefore;
    private double[] planned; // for the last round
    private double[] gammas; // of the last round
    private double @Nullable [] plan; // of the last round, action after action of every row
    private double[] held; // accounts before the last round
    private double[] least; // after it, if every edge to others costs the most that it can
    private double[] moving; // b of the last round that was decided; NaN before the first
    private boolean isPromised = true;
    private @Nullable String whyNotPromised;
    private @Nullable Past past; // null: nobody has said what the last round was, or nobody may ask any more
    private boolean isOver; // nothing can be found out about the last round any more
    private boolean isDoubtful; // another life may have decided the next round

    /** The last round, as far as it is known. */
    @SuppressWarnings("ArrayRecordComponent") // scratch
    private record Past(
            Block block,
            HittingCost[] costs,
            double beta,
            double[] b,
            double[] x,
            double[] e,
            AccountRule.FarEnd[] ends) {}

    /**
     * What a round was.
     *
     * @param block all edges that the rows are charged for
     * @param costs of each row
     * @param b of each row
     */
    @SuppressWarnings("ArrayRecordComponent") // handed over
    public record LastRound(Block block, HittingCost[] costs, double beta, double[] b) {}

    /**
     * How a round was decided.
     *
     * @param played d numbers a row
     * @param planned of this round
     * @param gammas how far each row went from the expert's action to the planned one
     */
    @SuppressWarnings("ArrayRecordComponent") // handed over
    public record Choice(double[] played, double[] planned, double[] gammas) {}

    /** Agents that have not played yet: they and their experts are at x_0, and their accounts are empty. */
    public BlockForesight(double epsilon, boolean settles, int d, double[] x0) {
        this.rule = new AccountRule(epsilon, settles);
        this.d = d;
        this.rows = x0.length / d;
        this.expert = x0.clone();
        this.played = x0.clone();
        this.expertBefore = x0.clone();
        this.playedBefore = x0.clone();
        this.planned = x0.clone();
        this.gammas = new double[rows];
        this.held = new double[rows];
        this.least = new double[rows];
        this.moving = new double[rows];
        Arrays.fill(moving, Double.NaN);
    }

    /**
     * Agents that go on where a life before them was.
     *
     * @param expert what their experts played last
     * @param kept {@link #toArray} of that life
     */
    public static BlockForesight resume(double epsilon, boolean settles, int d, double[] expert, double[] kept) {
        BlockForesight resumed = new BlockForesight(epsilon, settles, d, expert);
        int rows = resumed.rows;
        int stages = kept.length < HEADER ? -1 : (int) kept[2];
        if (kept.length != HEADER + rows * (4L * d + 4) + (long) rows * stages * d || stages < 0) {
            throw Complaints.refuse(
                    "accounts",
                    "have " + kept.length + " numbers",
                    "those of " + rows + " agents with " + d + " coordinates that look ahead",
                    "give every fleet a journal of its own");
        }
        if (kept[0] != epsilon) {
            throw Complaints.refuse(
                    "accounts",
                    "were kept for a trust of " + kept[0],
                    "" + epsilon + ", because accounts of another trust say nothing",
                    "go on with the trust that they were kept with, or begin anew");
        }
        resumed.isPromised = kept[1] == 1;
        resumed.whyNotPromised = resumed.isPromised ? null : "an earlier life of these agents said why";
        double[][] parts = {
            resumed.played,
            resumed.playedBefore,
            resumed.expertBefore,
            resumed.planned,
            resumed.gammas,
            resumed.held,
            resumed.least,
            resumed.moving,
            new double[rows * stages * d]
        };
        int at = HEADER;
        for (double[] part : parts) {
            System.arraycopy(kept, at, part, 0, part.length);
            at += part.length;
        }
        resumed.plan = stages == 0 ? null : parts[parts.length - 1];
        return resumed;
    }

    /** Everything that is to be kept over a death, but for the expert's last actions. */
    public double[] toArray() {
        double[] known = plan == null ? new double[0] : plan;
        double[][] parts = {played, playedBefore, expertBefore, planned, gammas, held, least, moving, known};
        double[] all = new double[HEADER + rows * (4 * d + 4) + known.length];
        all[0] = rule.epsilon();
        all[1] = isPromised ? 1 : 0;
        all[2] = known.length / (double) (rows * d);
        int at = HEADER;
        for (double[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }

    /** What was played last according to {@link #toArray}. */
    public static double[] playedOf(double[] kept, int numbers) {
        return Arrays.copyOfRange(kept, HEADER, HEADER + numbers);
    }

    public double[] played() {
        return played.clone();
    }

    /** How the last round was decided; in one that was held nobody goes anywhere from its expert. */
    public Choice choice() {
        return new Choice(played.clone(), planned.clone(), gammas.clone());
    }

    /** Where the iterations of a plan of so many rounds begin. */
    public double[] guess(int stages) {
        return BlockPlan.guess(stages, d, played, plan);
    }

    /** Why it is not certain that at most 1 + ε times what the experts pay is paid; empty if it is. */
    public Optional<String> whyNotPromised() {
        return Optional.ofNullable(whyNotPromised);
    }

    private void promiseNoMore(String why) {
        if (isPromised) {
            isPromised = false;
            whyNotPromised = why;
        }
    }

    // ---- rounds

    /**
     * Decides a round.
     *
     * @param t the round, for complaints
     * @param e what the experts play
     * @param whole the plan of all rounds in sight
     * @param follows whether there is anything that speaks for the plan; experts are followed otherwise
     */
    public void decide(int t, LastRound round, double[] e, double[] whole, boolean follows) {
        double[] accounts = balances();
        checkPromise(t, round, e);
        int stages = whole.length / (rows * d);
        Choice choice = new Choice(new double[rows * d], new double[rows * d], new double[rows]);
        double[] x = new double[d];
        for (int row = 0; row < rows; row++) {
            System.arraycopy(follows ? whole : e, row * d * (follows ? stages : 1), choice.planned, row * d, d);
            double[] p = part(choice.planned, row);
            AccountRule.Turn turn = new AccountRule.Turn(
                    round.costs[row], round.b[row], part(e, row), part(expert, row), part(played, row));
            double pull = round.beta * AccountRule.steepness(round.block, row);
            choice.gammas[row] = rule.gamma(turn, accounts[row], p, pull);
            AccountRule.between(turn.e(), p, choice.gammas[row], x);
            System.arraycopy(x, 0, choice.played, row * d, d);
        }
        move(accounts, e.clone(), choice.played.clone());
        planned = choice.planned.clone();
        gammas = choice.gammas.clone();
        plan = whole.clone();
        moving = round.b.clone();
        past = pastOf(round);
        least = balances();
    }

    /**
     * A round that nobody decided: the experts stay where they are, and whoever strayed goes there. To stay where it is
     * could cost anything, and to be where its expert is needs no account.
     */
    public void hold() {
        double[] accounts = balances();
        move(accounts, expert.clone(), expert.clone());
        planned = expert.clone();
        gammas = new double[rows];
        past = null;
        least = accounts.clone();
        for (int row = 0; row < rows; row++) {
            double[] back = part(playedBefore, row);
            double b = Double.isNaN(moving[row]) ? 0 : moving[row]; // nobody strays before the first round
            least[row] -= isDoubtful ? 0 : AccountRule.wayBack(b, part(expert, row), back);
        }
        isDoubtful = false;
    }

    private void move(double[] accounts, double[] nextExpert, double[] nextPlayed) {
        held = accounts;
        expertBefore = expert;
        playedBefore = played;
        expert = nextExpert;
        played = nextPlayed;
        isOver = false;
    }

    /**
     * A life before this one may have decided the next round, which nobody remembers: to be held, and the one after it.
     * From then on accounts are at least empty, whatever that life did: it kept back what the way to its experts costs.
     */
    public void doubt() {
        held = new double[rows];
        least = new double[rows];
        past = null;
        isOver = true;
        isDoubtful = true;
    }

    /** A life before this one has moved these agents, nobody knows where to. */
    public void forget() {
        doubt();
        isDoubtful = false;
        played = expert.clone();
        promiseNoMore("the accounts of an earlier life are lost");
    }

    private double[] part(double[] all, int row) {
        return Arrays.copyOfRange(all, row * d, (row + 1) * d);
    }

    /** Who is away from the expert keeps a reserve for the way back, at the price of the last round. */
    private void checkPromise(int t, LastRound round, double[] e) {
        for (int row = 0; row < rows && isPromised; row++) {
            int agent = round.block.agent(row);
            double paid = round.costs[row].at(part(e, row));
            if (round.b[row] > moving[row]) {
                promiseNoMore(String.format(
                        Locale.ROOT,
                        "moving became dearer in round %d for agent %d: %s after %s, and the accounts had kept a"
                                + " reserve for the old price",
                        t,
                        agent,
                        round.b[row],
                        moving[row]));
            } else if (paid < 0) {
                promiseNoMore("the hitting cost of agent " + agent + " is " + paid + " in round " + t
                        + ", and accounts need costs of 0 or more");
            }
        }
    }

    // ---- what becomes known of the last round

    private Past pastOf(LastRound round) {
        int columns = round.block.columns();
        AccountRule.FarEnd[] ends = new AccountRule.FarEnd[columns];
        Arrays.fill(ends, 0, rows, AccountRule.FarEnd.KNOWN);
        Arrays.fill(ends, rows, columns, AccountRule.FarEnd.IN_DOUBT);
        return new Past(
                round.block,
                round.costs,
                round.beta,
                round.b,
                Arrays.copyOf(played, columns * d),
                Arrays.copyOf(expert, columns * d),
                ends);
    }

    /** What the last round was, which another life of these agents decided. */
    public void recall(LastRound round) {
        if (past == null && !isOver) {
            past = pastOf(round);
        }
    }

    /**
     * What a neighbour and its expert played in the last round.
     *
     * @param from where the d numbers stand in either array
     */
    public void told(int column, double[] e, double[] x, int from) {
        Past known = past;
        if (known != null && known.ends[column] != AccountRule.FarEnd.KNOWN) {
            System.arraycopy(e, from, known.e, column * d, d);
            System.arraycopy(x, from, known.x, column * d, d);
            known.ends[column] = AccountRule.FarEnd.KNOWN;
        }
    }

    /** The far end of this column's edges of the last round means no such edges: they are charged to nobody. */
    public void absent(int column) {
        Past known = past;
        if (known != null && known.ends[column] == AccountRule.FarEnd.IN_DOUBT) {
            known.ends[column] = AccountRule.FarEnd.ABSENT;
        }
    }

    /** Whether nothing more can be learned about the last round. */
    public boolean isSettled() {
        Past known = past;
        return known != null
                && (known.beta == 0 || Arrays.stream(known.ends).noneMatch(end -> end == AccountRule.FarEnd.IN_DOUBT));
    }

    /** Nothing more will be heard of the last round: accounts are what they are now. */
    public void settle() {
        least = balances();
        past = null;
        isOver = true;
    }

    /** What accounts hold after the last round, at least: whatever is in doubt is charged the most that it can cost. */
    public double[] balances() {
        Past known = past;
        if (known == null) {
            return least.clone();
        }
        double[] now = held.clone();
        for (int row = 0; row < rows; row++) {
            AccountRule.Turn turn = new AccountRule.Turn(
                    known.costs[row],
                    known.b[row],
                    part(expert, row),
                    part(expertBefore, row),
                    part(playedBefore, row));
            AccountRule.EdgeCharges edges =
                    rule.charges(known.block, row, known.beta, known.x, known.e, column -> known.ends[column]);
            now[row] += rule.booked(turn, part(played, row), edges);
        }
        return now;
    }
}
