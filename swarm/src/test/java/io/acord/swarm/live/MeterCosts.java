package io.acord.swarm.live;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.input.Complaints;
import io.acord.lab.application.FieldRounds;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * {@code costs: {kind: meters}}: the smallest field that remembers something. Each agent wants the sum of what flowed
 * by; {@code compares: both} couples sums instead of actions.
 */
public final class MeterCosts extends CostKind {

    public MeterCosts() {
        super("meters", "sums of what flowed by", "");
    }

    @Override
    public CostSource create(Options options, DeclaredSize declared) {
        boolean compares = options.word("compares", "none", "both").equals("both");
        return new CostSource() {
            @Override
            public Costs costs(Size size, long seed) {
                return t -> Stream.generate(() -> Quadratic.alpha(1, 0))
                        .limit(size.agents())
                        .toArray(HittingCost[]::new);
            }

            @Override
            public Optional<FieldRounds> arriving(Size size, long seed) {
                return Optional.of(new Meters(size.names(), compares));
            }
        };
    }

    private static final class Meters implements FieldRounds {
        private static final double BURST = 999; // which only the field itself knows to be wrong

        private final List<String> names;
        private final boolean compares;
        private double[] sums;
        private double[] next;

        Meters(List<String> names, boolean compares) {
            this.names = names;
            this.compares = compares;
            this.sums = new double[names.size()];
            this.next = sums;
        }

        @Override
        public List<Reading> readings() {
            return List.of(
                    Reading.needed("flow_l", 0, 1000, "water does not flow back"),
                    new Reading("shared_l", 0, 1000, "water does not flow back", 0));
        }

        @Override
        public Set<String> ofSeveral() {
            return Set.of("shared_l", "all_l");
        }

        @Override
        public boolean comparesReadings() {
            return compares;
        }

        @Override
        public Actions start() {
            return Actions.zero(sums.length, 1);
        }

        @Override
        public Round.Builder next(int t, double[] told, Coupling named) {
            for (int i = 0; i < sums.length; i++) {
                if (told[2 * i] == BURST) {
                    throw Complaints.refuse(
                            "/readings/" + names.get(i) + "/flow_l", "is " + BURST, "less", "mend the pipe");
                }
            }
            next = sums.clone();
            Arrays.setAll(next, i -> sums[i] + told[2 * i]);
            Round.Builder round = Round.builder(next.length, 1).coupling(named);
            for (int i = 0; i < next.length; i++) {
                round.cost(i, Quadratic.alpha(1, next[i]));
            }
            return round;
        }

        @Override
        public List<String> columns() {
            return List.of("sum_l", "all_l");
        }

        @Override
        public double[] played(Actions previous, Actions actions) {
            sums = next;
            double[] numbers = new double[2 * sums.length];
            for (int i = 0; i < sums.length; i++) {
                numbers[2 * i] = sums[i];
                numbers[2 * i + 1] = Arrays.stream(sums).sum();
            }
            return numbers;
        }

        @Override
        public byte[] save() {
            ByteBuffer saved = ByteBuffer.allocate(sums.length * Double.BYTES);
            Arrays.stream(sums).forEach(saved::putDouble);
            return saved.array();
        }

        @Override
        public void resume(byte[] saved) {
            ByteBuffer from = ByteBuffer.wrap(saved);
            double[] were = new double[sums.length];
            Arrays.setAll(were, i -> from.getDouble());
            sums = were;
            next = were;
        }
    }
}
