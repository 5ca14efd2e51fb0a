package io.acord.protocol.simulator;

import io.acord.cost.HittingCost;
import io.acord.graph.Coupling;
import io.acord.internal.kernel.Block;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.protocol.Effect;
import io.acord.protocol.Event;
import io.acord.protocol.Journal;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Message;
import io.acord.protocol.Rules;
import io.acord.protocol.Snapshot;
import io.acord.protocol.machine.BlockMachine;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One run of a fleet under faults, from a seed. Round t opens at time t · period everywhere, a little earlier or later
 * at each block; blocks that wait are nudged; whoever has not published at the deadline is told so.
 *
 * <p>The same seed, setting and faults give the same run, and the same {@link Outcome#trace}.
 */
public final class Simulation {

    /** So many may be spent on the hindsight optimum: small fleets get it exactly, large ones nearly. */
    private static final int LOCAL_SOLVES = 400_000;

    /** Nudges after the last round. */
    private static final int AFTERWARDS = 60;

    private record Task(long at, long order, Runnable action) {}

    /** A block, the process that drives it, and its disk. */
    private static final class Place {
        final int id;
        final int[] agents;
        final Disk disk = new Disk();
        final long skew;

        @Nullable
        BlockMachine machine; // null: dead

        long upSince;
        boolean nudgePending;

        @Nullable
        CrashPoint armed;

        int life;
        Actions expert; // of what was written last

        Place(int id, int[] agents, long skew) {
            this.id = id;
            this.agents = agents;
            this.skew = skew;
            this.expert = Actions.zero(agents.length, 1);
        }
    }

    private final long seed;
    private final Setting setting;
    private final Faults faults;
    private final BlockParts parts;
    private final String replay;
    private final Scenario scenario;
    private final SplittableRandom deaths;
    private final Network network;
    private final Trace trace = new Trace();
    private final Checker checker;
    private final BooksChecker books;
    private final @Nullable ForesightChecker foresight; // null: nobody looks ahead
    private final int[] goneAt; // by block, the round in which it dies for good; 0: never
    private final PriorityQueue<Task> queue =
            new PriorityQueue<>(java.util.Comparator.comparingLong(Task::at).thenComparingLong(Task::order));
    private final Place[] places;
    private final int[] hostOf;
    private final int different; // the block that differs from its peers
    private final Actions x0;
    private long now;
    private long order;
    private int restarts;
    private int damaged;
    private int injected;
    private int largestInbox;

    private Simulation(long seed, Setting setting, Faults faults, BlockParts parts, String replay) {
        this.seed = seed;
        this.setting = setting;
        this.faults = faults;
        this.parts = parts;
        this.replay = replay;
        SplittableRandom random = new SplittableRandom(seed);
        this.scenario = new Scenario(setting, random.split());
        this.deaths = random.split();
        this.network = new Network(setting, faults, random.split(), this::deliverAt);
        SplittableRandom layout = random.split();
        this.hostOf = layout(layout);
        this.places = new Place[setting.blocks()];
        for (int b = 0; b < places.length; b++) {
            int id = b;
            int[] agents = java.util.stream.IntStream.range(0, setting.agents())
                    .filter(i -> hostOf[i] == id)
                    .toArray();
            places[b] = new Place(b, agents, layout.nextLong(setting.period() / 400 + 1));
        }
        this.different = faults.difference == Faults.Difference.NONE ? -1 : layout.nextInt(places.length);
        this.x0 = Actions.zero(setting.agents(), setting.dimension());
        this.checker = new Checker(setting, faults, scenario, hostOf, different, this::broken);
        int[][] agentsOf = Arrays.stream(places).map(place -> place.agents).toArray(int[][]::new);
        this.books = new BooksChecker(setting, scenario, agentsOf, this::broken);
        ForesightChecker.Lookahead ahead = setting.foresight();
        this.foresight = ahead == null ? null : new ForesightChecker(ahead, scenario, agentsOf, seed, this::broken);
        this.goneAt = new int[places.length];
        for (int k = 0; k < faults.gone; k++) {
            goneAt[layout.nextInt(places.length)] = 1 + layout.nextInt(Math.max(1, setting.rounds() / 2));
        }
    }

    /** Every block has an agent; the rest is thrown at random. */
    private int[] layout(SplittableRandom random) {
        int[] hosts = new int[setting.agents()];
        for (int i = 0; i < hosts.length; i++) {
            hosts[i] = i < setting.blocks() ? i : random.nextInt(setting.blocks());
        }
        return hosts;
    }

    /**
     * Plays a run.
     *
     * @param replay the command that plays it again, for the message of a failure
     * @throws BrokenPromise if a promise is broken
     */
    public static Outcome run(long seed, Setting setting, Faults faults, String replay) {
        return run(seed, setting, faults, replay, BlockParts.SOUND);
    }

    /** The same with blocks of other parts. */
    static Outcome run(long seed, Setting setting, Faults faults, String replay, BlockParts parts) {
        Simulation simulation = new Simulation(seed, setting, faults, parts, replay);
        try {
            return simulation.play();
        } catch (RuntimeException crashed) {
            throw new BrokenPromise(simulation.describe("the protocol threw " + crashed), crashed);
        }
    }

    private String describe(String what) {
        return what + "\n  at " + now + " us, round " + now / setting.period() + " of seed " + seed + "\n  " + setting
                + "\n  " + faults + "\n  replay: " + replay;
    }

    private BrokenPromise broken(String what) {
        return new BrokenPromise(describe(what));
    }

    private Outcome play() {
        for (Place place : places) {
            restart(place);
        }
        for (int t = 1; t <= setting.rounds(); t++) {
            int round = t;
            schedule(t * setting.period() - 1, () -> announce(round));
        }
        for (int beat = 1; beat < AFTERWARDS; beat++) { // what is owed about past rounds
            long at = (setting.rounds() + 1) * setting.period() + beat * setting.period() / 8;
            for (Place place : places) {
                schedule(at + place.skew, () -> nudge(place));
            }
        }
        while (!queue.isEmpty()) {
            Task task = queue.remove();
            now = task.at();
            task.action().run();
        }
        judgeBooks();
        if (foresight != null) {
            foresight.check(x0, checker.isDoubtful());
        }
        int strayed = foresight == null ? 0 : foresight.strayed();
        return checker.outcome(restarts, damaged, injected, largestInbox, books.closed(), strayed, trace);
    }

    private void judgeBooks() {
        if (faults.difference != Faults.Difference.NONE) {
            return; // nobody can say what was charged
        }
        books.check(LOCAL_SOLVES / (setting.agents() * setting.rounds()));
        boolean healed = faults.lastRound <= setting.rounds() - 3 && faults.gone == 0 && !checker.isDoubtful();
        if ((healed || isCalm()) && books.closed() < setting.rounds()) {
            throw broken("the faults are over, and the books closed up to round " + books.closed() + " only");
        }
    }

    private boolean isCalm() {
        return faults.toString().equals(new Faults().toString());
    }

    /** What the clocks of a round bring. */
    private void announce(int t) {
        arm(t);
        for (Place place : places) {
            schedule(t * setting.period() + place.skew, () -> open(place, t));
            schedule(t * setting.period() + setting.deadline(), () -> deadline(place, t));
            for (int beat = 1; beat < 8; beat++) {
                schedule(t * setting.period() + beat * setting.period() / 8 + place.skew, () -> nudge(place));
            }
        }
        int patience = faults.crash > 0 ? 10 : 2; // a block may die again before it has said what it held
        if (faults.gone == 0) { // what a fleet is worth that lost a part is for the books to say
            schedule((t + patience) * setting.period() - 2, () -> checker.judge(t, network.firstRoundAfterCut()));
        }
    }

    private void schedule(long at, Runnable action) {
        queue.add(new Task(Math.max(at, now), order++, action));
    }

    // ---- life and death

    private void arm(int round) {
        boolean dying = round <= faults.lastRound && round <= setting.rounds() - 3 && faults.crash > 0;
        boolean all = dying && faults.crashAll && deaths.nextDouble() < faults.crash;
        CrashPoint[] points = CrashPoint.values();
        for (Place place : places) {
            if (goneAt[place.id] == round) {
                schedule(now + 1 + deaths.nextLong(setting.period()), () -> kill(place));
            }
            boolean dies = faults.crashAll ? all : dying && deaths.nextDouble() < faults.crash;
            place.armed = dies ? points[deaths.nextInt(points.length)] : null;
        }
    }

    private boolean dies(Place place, CrashPoint point) {
        if (place.armed != point) {
            return false;
        }
        boolean often = point == CrashPoint.BEFORE_SOLVE
                || point == CrashPoint.BEFORE_SHOWN
                || point == CrashPoint.AFTER_SHOWN
                || point == CrashPoint.AFTER_SOLVE;
        if (often && deaths.nextInt(20) != 0) {
            return false; // so that it dies in some iteration, not always the first
        }
        kill(place);
        return true;
    }

    private void kill(Place place) {
        trace.event(now, place.id, "killed");
        place.machine = null;
        place.armed = null;
        place.life++;
        place.disk.crash(deaths, faults.torn);
        if (goneAt[place.id] > 0 && now > goneAt[place.id] * setting.period()) {
            return;
        }
        long away = 1 + (long) (faults.downtime * setting.period() * deaths.nextDouble());
        schedule(now + away, () -> restart(place));
    }

    private void restart(Place place) {
        restarts += place.life > 0 ? 1 : 0;
        trace.event(now, place.id, "restarted");
        if (place.life > 0 && faults.bitFlips > 0) {
            damaged += place.disk.rot(deaths, faults.bitFlips) ? 1 : 0;
        }
        Journal.Recovered recovered = parts.journal().apply(place.disk.bytes());
        Snapshot last = recovered.snapshot().orElseGet(() -> Snapshot.initial(part(x0, place.agents)));
        checker.recovered(place.id, last, recovered.inDoubt());
        Rules rules = setting.rules();
        if (place.id == different && faults.difference == Faults.Difference.VARIANT) {
            rules = Rules.builder()
                    .recipe(Recipe.of(
                            rules.recipe().variant() == Variant.PLAIN ? Variant.JACOBI : Variant.PLAIN,
                            rules.recipe().from(),
                            IterationRule.fixed(12)))
                    .patience(rules.patience())
                    .build();
        } else if (place.id == different && faults.difference == Faults.Difference.START) {
            rules = Rules.builder()
                    .recipe(Recipe.of(
                            rules.recipe().variant(),
                            rules.recipe().from() == From.ZERO ? From.PREVIOUS : From.ZERO,
                            IterationRule.fixed(12)))
                    .patience(rules.patience())
                    .build();
        }
        BlockMachine machine = parts.machine().make(rules, place.agents, last, recovered.inDoubt());
        place.machine = machine;
        place.upSince = now;
        perform(place, machine.start());
        int round = (int) (now / setting.period());
        if (place.machine != null
                && round >= 1
                && round <= setting.rounds()
                && now < round * setting.period() + setting.deadline()) {
            open(place, round);
        }
    }

    // ---- what a driver does

    private void open(Place place, int round) {
        BlockMachine machine = place.machine;
        if (machine == null || machine.round() >= round || machine.committed().round() >= round) {
            return;
        }
        trace.event(now, place.id, "opened");
        perform(place, machine.on(new Event.RoundOpened(round, local(place, round))));
    }

    private void deadline(Place place, int round) {
        BlockMachine machine = place.machine;
        if (machine != null) {
            trace.event(now, place.id, "deadline");
            perform(place, machine.on(new Event.Deadline(round)));
        }
    }

    private void nudge(Place place) {
        BlockMachine machine = place.machine;
        if (machine != null) {
            trace.event(now, place.id, "nudge");
            perform(place, machine.on(new Event.Nudge()));
        }
    }

    private void deliverAt(long at, int from, int to, Message message, Network.Nature nature) {
        schedule(at, () -> deliver(from, places[to], message, nature));
    }

    private void deliver(int from, Place place, Message message, Network.Nature nature) {
        BlockMachine machine = place.machine;
        if (machine == null || dies(place, CrashPoint.BEFORE_SOLVE)) {
            return;
        }
        if (nature == Network.Nature.INTRUDING && checker.areNeighbors(from, place.id, message.round())) {
            return; // no stranger then
        }
        trace.event(now, place.id, "heard");
        trace.message(message);
        List<Effect> effects = machine.on(new Event.Heard(from, message));
        injected += nature == Network.Nature.HONEST ? 0 : 1;
        boolean kept = message.round() > machine.round(); // judged when that round opens
        boolean bad = !kept && (nature == Network.Nature.POISONED || nature == Network.Nature.INTRUDING);
        if (bad && effects.stream().noneMatch(effect -> effect instanceof Effect.Rejected)) {
            throw broken("block " + place.id + " used a message of nature " + nature + " from " + from);
        }
        largestInbox = Math.max(largestInbox, machine.largestInbox());
        if (setting.budget() instanceof IterationRule.Fixed && largestInbox > 2) {
            throw broken("block " + place.id + " keeps " + largestInbox + " messages of one link");
        }
        perform(place, effects);
    }

    private void perform(Place place, List<Effect> effects) {
        BlockMachine mine = place.machine;
        if (place.armed == CrashPoint.AFTER_SOLVE && shows(effects) && dies(place, CrashPoint.AFTER_SOLVE)) {
            return;
        }
        for (Effect effect : parts.order().apply(effects)) {
            if (diesBefore(place, effect)) {
                return;
            }
            trace.effect(effect);
            perform(place, effect);
            if (place.machine != mine || diesAfter(place, effect)) {
                return;
            }
        }
        if (!place.nudgePending) {
            place.nudgePending = true;
            schedule(now + setting.nudge(), () -> nudgeIfWaiting(place));
        }
    }

    private static boolean shows(List<Effect> effects) {
        return effects.stream()
                .anyMatch(effect ->
                        effect instanceof Effect.Tell tell && tell.message().kind() == Message.Kind.SHOWN);
    }

    private void nudgeIfWaiting(Place place) {
        BlockMachine machine = place.machine;
        place.nudgePending = false;
        if (machine != null && machine.isWaiting()) {
            nudge(place);
        }
    }

    private void perform(Place place, Effect effect) {
        if (effect instanceof Effect.Tell tell) {
            network.send(now, place.id, tell.peer(), tell.message());
        } else if (effect instanceof Effect.Persist persist) {
            place.disk.write(persist.snapshot());
            place.expert = persist.snapshot().actions();
            checker.written(place.id, persist.snapshot());
            if (dies(place, CrashPoint.BEFORE_SYNC)) {
                return;
            }
            place.disk.sync();
            checker.persisted(place.id, persist.snapshot());
        } else if (effect instanceof Effect.Publish publish) {
            Effect.Publish ofExpert = publish; // whose bits, certificates and books are those of a plain fleet
            if (foresight != null) {
                foresight.published(place.id, publish, place.expert);
                ofExpert = new Effect.Publish(
                        publish.round(), place.expert, publish.level(), publish.iteration(), publish.repeated());
            }
            checker.published(place.id, ofExpert, now, place.upSince);
            books.published(place.id, ofExpert);
        } else if (effect instanceof Effect.Accounted told && foresight != null) {
            foresight.accounted(place.id, told);
        } else if (effect instanceof Effect.Booked closed) {
            books.booked(place.id, closed);
        } else if (effect instanceof Effect.Recall recall) {
            int life = place.life;
            schedule(now + 1, () -> recalled(place, life, recall.round()));
        } else {
            checker.effect(place.id, effect);
        }
    }

    private void recalled(Place place, int life, int round) {
        BlockMachine machine = place.machine;
        if (machine != null && place.life == life) {
            trace.event(now, place.id, "recalled");
            perform(place, machine.on(new Event.Recalled(round, local(place, round))));
        }
    }

    private boolean diesBefore(Place place, Effect effect) {
        if (effect instanceof Effect.Tell tell) {
            return switch (tell.message().kind()) {
                case OPENING -> dies(place, CrashPoint.BEFORE_OPENING);
                case SHOWN -> dies(place, CrashPoint.BEFORE_SHOWN);
                default -> false;
            };
        }
        return (effect instanceof Effect.Persist && dies(place, CrashPoint.BEFORE_WRITE))
                || (effect instanceof Effect.Certified && dies(place, CrashPoint.BEFORE_CERTIFIED));
    }

    private boolean diesAfter(Place place, Effect effect) {
        if (effect instanceof Effect.Tell tell) {
            return switch (tell.message().kind()) {
                case OPENING -> dies(place, CrashPoint.AFTER_OPENING);
                case SHOWN -> dies(place, CrashPoint.AFTER_SHOWN);
                case PLAYED -> dies(place, CrashPoint.AFTER_PLAYED);
                default -> false;
            };
        }
        return (effect instanceof Effect.Persist && dies(place, CrashPoint.AFTER_SYNC))
                || (effect instanceof Effect.Publish && dies(place, CrashPoint.AFTER_PUBLISH));
    }

    // ---- what blocks are told of a round

    private LocalRound local(Place place, int t) {
        Round round = scenario.round(t);
        Coupling coupling = round.coupling();
        double beta = round.beta();
        IterationRule budget = setting.budget();
        if (place.id == different) {
            switch (faults.difference) {
                case EDGE -> coupling = Couplings.heavier(coupling, place.agents[0]);
                case MISSING_EDGE -> coupling = Couplings.withoutOneEdgeOf(coupling, place.agents[0]);
                case BETA -> beta *= 1.5;
                case BUDGET -> budget = IterationRule.fixed(7);
                case NONE, VARIANT, START -> {}
            }
        }
        Block block = Block.of(coupling, place.agents);
        int rows = block.rows();
        int[] hosts = new int[block.columns() - rows];
        Arrays.setAll(hosts, h -> hostOf[block.agent(rows + h)]);
        HittingCost[] costs = new HittingCost[rows];
        Arrays.setAll(costs, row -> round.cost(block.agent(row)));
        LocalRound.Builder local = LocalRound.builder(block)
                .hosts(hosts)
                .costs(costs)
                .beta(beta)
                .iterations(budget)
                .fleet(setting.agents());
        return foresight == null
                ? local.build()
                : local.forecasts(foresight.forecasts(place.id, t)).build();
    }

    private static Actions part(Actions x, int[] agents) {
        double[] flat = new double[agents.length * x.dimension()];
        for (int row = 0; row < agents.length; row++) {
            x.copyTo(agents[row], flat, row * x.dimension());
        }
        return Actions.flat(x.dimension(), flat);
    }
}
