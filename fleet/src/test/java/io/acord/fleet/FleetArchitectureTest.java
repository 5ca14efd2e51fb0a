package io.acord.fleet;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Dependencies point inward, and packages stay small enough to be read. */
class FleetArchitectureTest {

    private static final int MOST_TYPES = 25;

    private static final JavaClasses FLEET = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.acord.fleet");

    @Test
    void noPackageNeedsAnotherThatNeedsIt() {
        slices().matching("io.acord.(**)").should().beFreeOfCycles().check(FLEET);
    }

    @Test
    void theTransportDoesNotKnowWhatItCarries() {
        noClasses()
                .that()
                .resideInAnyPackage("io.acord.fleet.transport", "io.acord.fleet.identity")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.acord.protocol..", "io.acord.fleet.wire..")
                .check(FLEET);
    }

    @Test
    void noPackageHasMoreTypesThanOneCanKeepInMind() {
        Map<String, Long> types = FLEET.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .filter(type -> !type.getPackageName().equals("io.acord.fleet.wire")) // generated
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        assertThat(types.values()).isNotEmpty().allMatch(count -> count <= MOST_TYPES);
    }
}
