package io.acord.applications.pricing;

import io.acord.lab.report.Numbers;
import io.acord.lab.report.TableDrawing;
import io.acord.lab.text.CsvText;
import java.util.List;

/**
 * What was learned from sales, to be looked at: as a table, and as files that {@code demand} and {@code substitutes}
 * take, so that whoever knows better can edit them.
 */
record LearnedFiles(SalesMarket market, String currency) {

    /** Demand in every round. */
    String demand(Market played) {
        List<String> dates = market.demand().sales().datesAfter(played.horizon());
        StringBuilder out = new StringBuilder(dates.isEmpty() ? "round" : "time");
        out.append(",product,base_units,slope_units_per_" + currency + ",memory_units_per_" + currency + "\n");
        for (int t = 1; t <= played.horizon(); t++) {
            for (int i = 0; i < played.products(); i++) {
                out.append((dates.isEmpty() ? Integer.toString(t) : dates.get(t - 1)) + "," + name(i) + ","
                        + CsvText.number(played.base(t, i)) + "," + CsvText.number(played.slope(t, i)) + ","
                        + CsvText.number(played.memory(t, i)) + "\n");
            }
        }
        return out.toString();
    }

    String substitutes() {
        StringBuilder out = new StringBuilder("product,other,effect_units_per_" + currency + "\n");
        for (Market.Effect effect : market.demand().effects()) {
            out.append(
                    name(effect.product()) + "," + name(effect.other()) + "," + CsvText.number(effect.units()) + "\n");
        }
        return out.toString();
    }

    String fit() {
        StringBuilder out =
                new StringBuilder("product,days,sold_out_days,unknown_days,mean_units,slope_units_per_" + currency
                        + ",slope_error_units_per_" + currency + ",memory_units_per_" + currency
                        + ",ridge,residual_units,leave_one_out_units,held_out_units\n");
        for (int i = 0; i < market.demand().products().size(); i++) {
            LearnedDemand.OfProduct product = market.demand().products().get(i);
            LearnedDemand.Fit fit = product.fit();
            out.append(name(i) + "," + fit.days() + "," + fit.soldOut() + "," + fit.unknown());
            for (double number : List.of(
                    fit.meanUnits(),
                    product.slope(),
                    product.slopeError(),
                    product.memory(),
                    fit.ridge(),
                    fit.residual(),
                    fit.leaveOneOut(),
                    fit.heldOut())) {
                out.append(',').append(Double.isNaN(number) ? "" : CsvText.number(number));
            }
            out.append('\n');
        }
        return out.toString();
    }

    private String name(int i) {
        return CsvText.field(market.demand().sales().products().get(i));
    }

    String table() {
        TableDrawing table = new TableDrawing(
                "Demand as it was learned",
                List.of(
                        "Product",
                        "days used",
                        "sold out",
                        "price not known",
                        "units a day",
                        "lost by 1 " + currency + " more",
                        "standard error",
                        "gained by 1 " + currency + " more yesterday",
                        "ridge",
                        "error, units",
                        "leave one out",
                        "held out"));
        for (int i = 0; i < market.demand().products().size(); i++) {
            LearnedDemand.OfProduct product = market.demand().products().get(i);
            LearnedDemand.Fit fit = product.fit();
            table.row(List.of(
                    market.demand().sales().products().get(i),
                    Integer.toString(fit.days()),
                    Integer.toString(fit.soldOut()),
                    Integer.toString(fit.unknown()),
                    Numbers.plain(fit.meanUnits(), 4),
                    Numbers.plain(product.slope(), 4),
                    Numbers.plain(product.slopeError(), 2),
                    Numbers.plain(product.memory(), 4),
                    Numbers.brief(fit.ridge()),
                    Numbers.plain(fit.residual(), 4),
                    Numbers.plain(fit.leaveOneOut(), 4),
                    Double.isNaN(fit.heldOut()) ? Numbers.UNKNOWN : Numbers.plain(fit.heldOut(), 4)));
        }
        return table.markup();
    }

    /** What was kept and what was dropped. */
    String words() {
        LearnedDemand.Dropped dropped = market.demand().dropped();
        LearnedDemand.HeldOutError heldOut = market.demand().heldOut();
        int kept = market.substitutes().graph().edges();
        return "Ridge regression of units on the own price, the last one, the prices of possible substitutes and the day"
                + " of the season, over " + market.demand().sales().days() + " days. Of "
                + Numbers.count(dropped.pairs(), "pair") + " " + kept + " are substitutes; " + dropped.weakPairs()
                + " were dropped because their effect is within its error, " + dropped.complements()
                + " because they are complements. The last price shows in the sales of "
                + (market.demand().products().size() - dropped.memories()) + " of "
                + Numbers.count(market.demand().products().size(), "product") + "."
                + (Double.isNaN(heldOut.percent())
                        ? " No days were held out."
                        : " On the days held out, predicted from those before, sales are missed by "
                                + Numbers.plain(heldOut.percent(), 3)
                                + " %; the mean of the days before misses them by "
                                + Numbers.plain(heldOut.naivePercent(), 3) + " %.")
                + " Errors are root mean squares, in units a day.";
    }
}
