package io.acord.cost;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A cost is under contract because it exists, not because somebody thought of it. */
class CostsUnderContractTest {

    @Test
    void everyPublicCostIsPutThroughTheContract() throws ReflectiveOperationException {
        Set<String> costs = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("io.acord").stream()
                        .filter(type -> type.isAssignableTo(HittingCost.class))
                        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC)
                                && !type.getModifiers().contains(JavaModifier.ABSTRACT))
                        .map(JavaClass::getName)
                        .collect(Collectors.toSet());
        assertThat(costs).isNotEmpty();
        Set<String> tested = new HashSet<>();
        for (Class<?> nested : EveryCostTest.class.getDeclaredClasses()) {
            if (HittingCostContract.class.isAssignableFrom(nested)) {
                HittingCostContract contract = (HittingCostContract)
                        nested.getDeclaredConstructor(EveryCostTest.class).newInstance(new EveryCostTest());
                tested.add(contract.cost(new Random(1), contract.dimensions()[0])
                        .getClass()
                        .getName());
            }
        }
        assertThat(tested).containsAll(costs);
    }
}
