package io.acord.applications.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.source.SeededRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * The sales that {@code ./acord new --kind pricing --files} writes are made up, from a seed. With
 * {@code -Dacord.documents.write=true} the file is written anew.
 */
class MadeUpSalesTest {

    static final long SEED = 7;
    static final List<String> PRODUCTS = List.of("tea", "mate", "coffee");
    static final double[] BASE = {110, 80, 200};
    static final double[] SLOPE = {14, 11, 20};
    static final double[] MEMORY = {2, 0, 3};

    /**
     * Units of the row's product gained by the price of the column's: tea has two substitutes, coffee and mate none.
     */
    static final double[][] EFFECT = {{0, 3, 2}, {2.5, 0, 0}, {3, 0, 0}};

    static final double[] USUAL = {4.5, 3.9, 5.2};
    static final double NOISE = 3; // standard deviation, units

    /**
     * So many days: prices that change every few days in steps of ten cents, a week, noise, some days without a line
     * and some on which everything was sold.
     */
    static String sales(long seed, int days) {
        StringBuilder out = new StringBuilder("# Made up, from seed " + seed + ": no shop has sold this.\n");
        out.append("day,product,price_eur,quantity_units,sold_out\n");
        SeededRandom random = new SeededRandom(seed, "made-up sales".hashCode());
        double[] price = USUAL.clone();
        double[] before = USUAL.clone();
        for (int day = 0; day < days; day++) {
            for (int i = 0; i < 3; i++) {
                if (random.chance(0.35)) {
                    price[i] = Math.rint(10 * USUAL[i] * random.uniform(0.75, 1.25)) / 10;
                }
            }
            double week = 0.08 * StrictMath.sin(2 * Math.PI * day / 7);
            for (int i = 0; i < 3; i++) {
                double sold = BASE[i] * (1 + week) - SLOPE[i] * price[i] + MEMORY[i] * before[i];
                for (int j = 0; j < 3; j++) {
                    sold += EFFECT[i][j] * price[j];
                }
                long units = Math.round(Math.max(0, sold + NOISE * random.gaussian()));
                boolean soldOut = random.chance(0.03);
                long shown = soldOut ? Math.round(0.7 * units) : units;
                if (!random.chance(0.02)) {
                    out.append(String.format(
                            Locale.ROOT,
                            "%s,%s,%.2f,%d,%d\n",
                            LocalDate.of(2026, 1, 1).plusDays(day),
                            PRODUCTS.get(i),
                            price[i],
                            shown,
                            soldOut ? 1 : 0));
                }
            }
            before = price.clone();
        }
        return out.toString();
    }

    @Test
    void theSalesToEditAreWhatTheSeedMakes() throws IOException {
        Path file = Path.of("src/main/resources/io/acord/applications/pricing/files/sales.csv");
        String made = sales(SEED, 150);
        if (Boolean.getBoolean("acord.documents.write")) {
            Files.writeString(file, made);
        }
        assertThat(Files.readString(file)).isEqualTo(made);
    }
}
