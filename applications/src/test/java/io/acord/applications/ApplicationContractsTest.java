package io.acord.applications;

import io.acord.lab.source.CostKind;
import io.acord.lab.source.CostKindContract;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of costs that there is, because it is there: the applications, and those of the lab once more. */
@ParameterizedClass
@MethodSource("kinds")
class ApplicationContractsTest extends CostKindContract {

    ApplicationContractsTest(CostKind kind) {
        super(kind);
    }

    static Stream<Named<CostKind>> kinds() {
        return ServiceLoader.load(CostKind.class).stream()
                .map(provider -> Named.of(provider.get().key(), provider.get()));
    }
}
