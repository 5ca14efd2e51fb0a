package io.acord.lab.source;

import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of costs and of graphs that there is, because it is there. */
class KindContractsTest {

    static Stream<Named<CostKind>> costs() {
        return ServiceLoader.load(CostKind.class).stream()
                .map(provider -> Named.of(provider.get().key(), provider.get()));
    }

    static Stream<Named<GraphKind>> graphs() {
        return ServiceLoader.load(GraphKind.class).stream()
                .map(provider -> Named.of(provider.get().key(), provider.get()));
    }

    @Nested
    @ParameterizedClass
    @MethodSource("io.acord.lab.source.KindContractsTest#costs")
    class Costs extends CostKindContract {
        Costs(CostKind kind) {
            super(kind);
        }
    }

    @Nested
    @ParameterizedClass
    @MethodSource("io.acord.lab.source.KindContractsTest#graphs")
    class Graphs extends GraphKindContract {
        Graphs(GraphKind kind) {
            super(kind);
        }
    }
}
