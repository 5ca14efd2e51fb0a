package io.acord.protocol.machine;

import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.protocol.Fingerprint;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Message;
import io.acord.protocol.Numbers;
import io.acord.protocol.Rules;
import io.acord.recipe.Recipe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All links of one round: how the block's rows and columns are told and heard over them. Mutable. */
final class RoundLinks {

    /** One number of a row. */
    interface Coordinate {
        double of(int row, int coordinate);
    }

    private final TreeMap<Integer, RoundLink> byPeer = new TreeMap<>();
    private final int round;
    private final Rules rules;
    private final Outbox outbox;
    private final Block charged;
    private final int d;
    private final double[] scratch;
    private final int[] usedColumn; // per charged column its column in the block that is used, −1 if it is left out

    RoundLinks(int round, LocalRound local, Rules rules, Recipe recipe, Outbox outbox) {
        this.round = round;
        this.rules = rules;
        this.outbox = outbox;
        this.charged = local.block();
        this.d = charged.dimension();
        this.scratch = new double[d];
        this.usedColumn = new int[charged.columns()];
        if (local.beta() > 0) {
            build(local, recipe);
        }
    }

    /** Sorts the arcs that leave the block by the peer they lead to. */
    private void build(LocalRound local, Recipe recipe) {
        Map<Integer, List<Integer>> arcsTo = new TreeMap<>();
        int[] rowOf = new int[charged.column().length];
        for (int row = 0; row < charged.rows(); row++) {
            for (int arc = charged.firstArc()[row]; arc < charged.firstArc()[row + 1]; arc++) {
                rowOf[arc] = row;
                int column = charged.column()[arc];
                if (column >= charged.rows()) {
                    arcsTo.computeIfAbsent(local.host(column), peer -> new ArrayList<>())
                            .add(arc);
                }
            }
        }
        arcsTo.forEach((peer, list) -> {
            int[] arcs = list.stream().mapToInt(Integer::intValue).toArray();
            int[] rowOfArc = Arrays.stream(arcs).map(arc -> rowOf[arc]).toArray();
            int[] columns = Arrays.stream(arcs)
                    .map(arc -> charged.column()[arc])
                    .sorted()
                    .distinct()
                    .toArray();
            int[] rows = Arrays.stream(rowOfArc)
                    .distinct()
                    .boxed()
                    .sorted((one, two) -> Integer.compare(charged.agent(one), charged.agent(two)))
                    .mapToInt(Integer::intValue)
                    .toArray();
            byPeer.put(peer, new RoundLink(peer, rows, columns, Fingerprint.of(local, recipe, rules, arcs, rowOfArc)));
        });
    }

    /** In the order of peers. */
    Collection<RoundLink> all() {
        return byPeer.values();
    }

    /** The link to a peer; null if they share no edge in this round. */
    @Nullable
    RoundLink to(int peer) {
        return byPeer.get(peer);
    }

    int largestInbox() {
        return all().stream().mapToInt(link -> link.inbox.size()).max().orElse(0);
    }

    /** Nobody will ask any more how the round went. */
    void forgetMessages() {
        all().forEach(link -> link.sent.clear());
    }

    /** A new step: everybody is to be heard again. */
    void awaitAll() {
        for (RoundLink link : all()) {
            link.satisfied = false;
        }
    }

    /** The block that both ends of its edges use: what is charged without the columns of links that are not in. */
    Block used() {
        boolean[] lost = new boolean[charged.columns()];
        Arrays.fill(lost, charged.rows(), lost.length, true);
        for (RoundLink link : all()) {
            for (int column : link.columns) {
                lost[column] = link.state != RoundLink.State.IN;
            }
        }
        boolean whole = true;
        int columns = 0;
        for (int column = 0; column < lost.length; column++) {
            whole &= !lost[column];
            usedColumn[column] = lost[column] ? -1 : columns++;
        }
        return whole ? charged : charged.without(lost);
    }

    /** The column of the used block that a charged one is; −1 if it is left out. */
    int usedColumn(int column) {
        return usedColumn[column];
    }

    // ---- telling

    void tell(
            RoundLink link,
            Message.Kind kind,
            int iteration,
            @Nullable Fingerprint fingerprint,
            int detail,
            Numbers numbers) {
        Message message =
                new Message(kind, round, link.sent.size(), iteration, outbox.epoch(), fingerprint, detail, numbers);
        link.sent.add(message);
        outbox.tell(link.peer, message);
    }

    /** Tells all whose edges are used. */
    void tellUsed(Message.Kind kind, int iteration, Function<RoundLink, Numbers> numbers) {
        for (RoundLink link : all()) {
            if (link.state == RoundLink.State.IN) {
                tell(link, kind, iteration, null, 0, numbers.apply(link));
            }
        }
    }

    Message control(Message.Kind kind, RoundLink link, int detail) {
        int number = kind == Message.Kind.ASK ? link.next : link.sent.size();
        return new Message(kind, round, number, 0, outbox.epoch(), null, detail, Numbers.NONE);
    }

    /** A peer that is known to be further need not be nudged to be asked. */
    void askOn() {
        for (RoundLink link : all()) {
            if (link.isAwaited() && link.known >= link.next && link.head() == null && link.asked != link.next) {
                link.asked = link.next;
                outbox.tell(link.peer, control(Message.Kind.ASK, link, 0));
            }
        }
    }

    /** What a link's boundary rows have to tell. */
    Numbers boundary(RoundLink link, Coordinate coordinate) {
        return boundary(link, d, coordinate);
    }

    /** The same of so many numbers a row. */
    Numbers boundary(RoundLink link, int width, Coordinate coordinate) {
        double[] flat = new double[link.rows.length * width];
        Arrays.setAll(flat, i -> coordinate.of(link.rows[i / width], i % width));
        return Numbers.of(flat);
    }

    // ---- hearing

    /** Takes what the peer's agents show, clipped if the rules say so. */
    void hearShown(RoundLink link, Numbers shown, BlockRound into) {
        for (int i = 0; i < link.columns.length; i++) {
            shown.copyTo(i * d, scratch, 0, d);
            clip(scratch);
            into.hear(usedColumn[link.columns[i]], scratch);
        }
    }

    /**
     * Takes what the peer's agents show of their plans, so many numbers each, which stand after what their experts
     * show.
     */
    void hearPlans(RoundLink link, Numbers shown, int width, BlockRound into) {
        double[] plan = new double[width];
        int from = link.columns.length * d;
        for (int i = 0; i < link.columns.length; i++) {
            for (int at = 0; at < width; at += d) {
                shown.copyTo(from + i * width + at, scratch, 0, d);
                clip(scratch);
                System.arraycopy(scratch, 0, plan, at, d);
            }
            into.hear(usedColumn[link.columns[i]], plan);
        }
    }

    /** Takes the peer's actions, which stand in a message from a place on. */
    void hearActions(RoundLink link, Numbers played, int from, BlockRound into) {
        for (int i = 0; i < link.columns.length; i++) {
            int column = usedColumn[link.columns[i]];
            if (column >= 0) {
                played.copyTo(from + i * d, scratch, 0, d);
                into.hearAction(column, scratch);
            }
        }
    }

    private void clip(double[] x) {
        Numbers center = rules.center();
        if (center == null) {
            return;
        }
        double squared = 0;
        for (int c = 0; c < d; c++) {
            squared += (x[c] - center.get(c)) * (x[c] - center.get(c));
        }
        double distance = Math.sqrt(squared);
        for (int c = 0; distance > rules.radius() && c < d; c++) {
            x[c] = center.get(c) + rules.radius() / distance * (x[c] - center.get(c));
        }
    }
}
