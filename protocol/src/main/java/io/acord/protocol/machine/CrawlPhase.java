package io.acord.protocol.machine;

import io.acord.acord.Crawler;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.StartGap;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Message;
import io.acord.protocol.Numbers;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Momentum;
import io.acord.recipe.Recipe;
import io.acord.theory.Contraction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * NETWORK CRAWL at one block: contraction gaps are exchanged with the neighbours, then entries flood the component
 * until it is known, and with it K. Mutable; for one round.
 */
final class CrawlPhase {

    private final LocalRound local;
    private final IterationRule.Crawl rule;
    private final Recipe recipe;
    private final RoundLinks links;
    private final Block used;
    private final double[] regularization;
    private final double[] kappa; // 1 − q of every used column
    private @Nullable ComponentFlood<Crawler.Entry> flood;
    private int step;

    CrawlPhase(
            IterationRule.Crawl rule,
            LocalRound local,
            Recipe recipe,
            RoundLinks links,
            Block used,
            double[] regularization) {
        this.local = local;
        this.rule = rule;
        this.recipe = recipe;
        this.links = links;
        this.used = used;
        this.regularization = regularization;
        this.kappa = new double[used.columns()];
        for (int row = 0; row < used.rows(); row++) {
            double a = local.cost(row).mu() + regularization[row];
            kappa[row] = Contraction.kappa(local.beta(), a, used.strength(row));
        }
        Arrays.fill(kappa, used.rows(), kappa.length, 1); // of whoever is lost on the way
    }

    void tellKappas() {
        links.awaitAll();
        links.tellUsed(Message.Kind.KAPPA, 0, link -> {
            double[] told = new double[link.rows.length];
            Arrays.setAll(told, i -> kappa[link.rows[i]]);
            return Numbers.of(told);
        });
    }

    void hearKappas(RoundLink link, Numbers kappas) {
        for (int i = 0; i < link.columns.length; i++) {
            kappa[links.usedColumn(link.columns[i])] = kappas.get(i);
        }
    }

    /** All kappas are here: the first step of the flood. */
    void start(double[] previous) {
        int d = used.dimension();
        double[] known = new double[used.columns() * d];
        System.arraycopy(previous, 0, known, 0, previous.length);
        for (RoundLink link : links.all()) {
            Numbers theirs = link.previous;
            for (int i = 0; theirs != null && theirs.size() > 0 && i < link.columns.length; i++) {
                int column = links.usedColumn(link.columns[i]);
                if (column >= 0) {
                    theirs.copyTo(i * d, known, column * d, d);
                }
            }
        }
        List<Crawler.Entry> selves = new ArrayList<>();
        for (int row = 0; row < used.rows(); row++) {
            double gap =
                    StartGap.of(used, row, local.cost(row), local.beta(), regularization[row], known, recipe.from());
            double least = 1;
            for (int arc = used.firstArc()[row]; arc < used.firstArc()[row + 1]; arc++) {
                least = Math.min(least, (kappa[row] + kappa[used.column()[arc]]) / 2);
            }
            selves.add(new Crawler.Entry(used.agent(row), gap, least));
        }
        flood = new ComponentFlood<>(links, ComponentFlood.CRAWL, selves);
        flood.speak(++step);
    }

    private ComponentFlood<Crawler.Entry> flood() {
        return Objects.requireNonNull(flood);
    }

    void hear(RoundLink link, Numbers numbers, boolean done) {
        flood().hear(link, numbers, done);
    }

    /** All have been heard in this step; returns false if the component is known. */
    boolean goOn() {
        return flood().goOn(++step);
    }

    private IterationRule.Crawl.Found found() {
        return Crawler.sum(flood().everything());
    }

    /** K, for the component's share of the fleet's accuracy. */
    int iterations() {
        return rule.iterations(found(), recipe.variant(), local.fleet());
    }

    Momentum momentum() {
        return recipe.variant().momentum(found().kappa());
    }
}
