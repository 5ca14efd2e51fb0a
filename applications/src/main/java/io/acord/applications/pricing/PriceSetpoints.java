package io.acord.applications.pricing;

import io.acord.lab.application.Setpoints;
import io.acord.model.Actions;
import java.util.List;

/**
 * The price of each product, and what the model expects to be sold at it.
 *
 * @param currency three small letters
 */
record PriceSetpoints(Market market, String currency) implements Setpoints {

    @Override
    public List<String> columns() {
        return List.of("price_" + currency, "expected_units");
    }

    @Override
    public double[] played(int t, Actions previous, Actions x) {
        double[] sold = market.sold(t, previous, x);
        double[] numbers = new double[2 * market.products()];
        for (int i = 0; i < market.products(); i++) {
            numbers[2 * i] = x.get(i, 0);
            numbers[2 * i + 1] = sold[i];
        }
        return numbers;
    }
}
