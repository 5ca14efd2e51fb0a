package io.acord.lab.policy;

import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of policy that there is, because it is there; ACORD with every variant and iteration rule. */
@ParameterizedClass
@MethodSource("kinds")
class PolicyContractTest extends PolicyContract {

    PolicyContractTest(PolicyKind kind) {
        super(kind);
    }

    static Stream<Named<PolicyKind>> kinds() {
        return ServiceLoader.load(PolicyKind.class).stream()
                .map(provider -> Named.of(provider.get().key(), provider.get()));
    }

    @Override
    protected boolean isForThousands(String sample) {
        return !sample.contains("crawl");
    }
}
