package io.acord.applications.pricing;

import io.acord.graph.Coupling;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostSource.Size;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A market out of a seed. Products come with a usual price and what sells at it; the rest follows from elasticities
 * that meta-analyses report.
 *
 * @param elasticity mean of the own-price elasticities at the usual price, each U[mean − 1, mean + 1]: 2.62 (Bijmolt,
 *     van Heerde and Pieters 2005, 1851 estimates)
 * @param substitution the share of its own effect that a product's substitutes may have together: 0.55 makes the mean
 *     cross-price elasticity about 0.26 (Auer and Papies 2020, 7264 estimates)
 * @param memory b/k, how much of a price is still felt a round later: assumed
 * @param links m, each product joins so many earlier ones (Holme and Kim 2002): 3
 * @param triangles with this chance a link goes to a neighbour of the last one, so that products cluster as they do in
 *     lists of what others bought
 * @param season of a week of seven rounds, as a share of demand: assumed
 * @param shocks standard deviation of a product's own ups and downs, as a share of demand; what is left of one in the
 *     next round is 0.7: assumed
 * @param fads chance that a product is asked for half as much again in a round: assumed
 */
record MadeUpMarket(
        double elasticity,
        double substitution,
        double memory,
        int links,
        double triangles,
        double season,
        double shocks,
        double fads) {

    private static final double KEPT = 0.7; // of a shock in the next round

    static MadeUpMarket read(Options options, DeclaredSize declared) {
        MadeUpMarket made = new MadeUpMarket(
                options.number("elasticity", 2.62, 1.1, 20),
                options.number("substitution", 0.55, 0, 0.99),
                options.number("memory", 0.15, 0, 0.99),
                options.integer("links", 3, 1, 1000),
                options.number("triangles", 0.8, 0, 1),
                options.number("season", 0.1, 0, 0.5),
                options.number("shocks", 0.15, 0, 1),
                options.number("fads", 0.02, 0, 1));
        if (made.substitution + made.memory >= 0.99) {
            options.complain(
                    "substitution",
                    "less than " + (0.99 - made.memory)
                            + " with this memory, because a product's own price must matter most (xi > 0)",
                    "lower substitution or memory");
        }
        int products = declared.agents().orElse(1);
        if ((long) products * made.links > CoPurchases.MOST_EDGES) {
            options.complain(
                    "links",
                    "at most " + CoPurchases.MOST_EDGES / products + " with " + products
                            + " products, because a graph has room for " + CoPurchases.MOST_EDGES + " edges",
                    "lower links or agents");
        }
        return made;
    }

    Market draw(Size size, long seed, double step, boolean goesOn) {
        int n = size.agents();
        int horizon = size.horizon();
        CoPurchases graph = CoPurchases.draw(n, links, triangles, new SeededRandom(seed, "pricing graph".hashCode()));
        SeededRandom random = new SeededRandom(seed, "pricing products".hashCode());
        double[] price = new double[n];
        double[] usual = new double[n];
        double[] k = new double[n];
        double[] b = new double[n];
        for (int i = 0; i < n; i++) {
            price[i] = 20 * StrictMath.exp(0.4 * random.gaussian());
            usual[i] = 100 * StrictMath.exp(0.8 * random.gaussian());
            k[i] = random.uniform(elasticity - 1, elasticity + 1) * usual[i] / price[i];
            b[i] = memory * k[i];
        }
        Coupling.Builder edges = Coupling.builder(n, 1);
        List<Market.Effect> effects = new ArrayList<>();
        double[] gained = new double[n]; // Σ γ p of the others
        for (int e = 0; e < graph.edges(); e++) {
            int i = graph.tail(e);
            int j = graph.head(e);
            double gamma = substitution * Math.min(k[i] / graph.degree(i), k[j] / graph.degree(j));
            edges.edge(i, j, 2 * gamma);
            effects.add(new Market.Effect(i, j, gamma));
            effects.add(new Market.Effect(j, i, gamma));
            gained[i] += gamma * price[j];
            gained[j] += gamma * price[i];
        }
        double[] base = new double[n];
        for (int i = 0; i < n; i++) {
            // at the usual prices everywhere, the usual number is sold
            base[i] = Math.max(usual[i], usual[i] + (k[i] - b[i]) * price[i] - gained[i]);
        }
        double[][] a = new double[horizon][n];
        double[] shock = new double[n];
        Arrays.setAll(shock, i -> shocks * random.gaussian());
        double fresh = Math.sqrt(1 - KEPT * KEPT);
        for (int t = 1; t <= horizon; t++) {
            SeededRandom today = new SeededRandom(seed, "pricing demand".hashCode(), t);
            double week = season * StrictMath.sin(2 * Math.PI * t / 7);
            for (int i = 0; i < n; i++) {
                shock[i] = KEPT * shock[i] + fresh * shocks * today.gaussian();
                double fad = today.chance(fads) ? 0.5 : 0;
                a[t - 1][i] = base[i] * Math.max(0.1, 1 + week + shock[i] + fad);
            }
        }
        double[][] slopes = new double[horizon][];
        double[][] memories = new double[horizon][];
        Arrays.fill(slopes, k);
        Arrays.fill(memories, b);
        return new Market(
                a,
                slopes,
                memories,
                edges.build(),
                effects,
                price,
                PriceLimits.none(n).withStep(step),
                goesOn);
    }
}
