package io.acord.protocol;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
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

/** A transition depends on the state and the event, on nothing else. */
class ProtocolArchitectureTest {

    private static final JavaClasses PROTOCOL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.acord.protocol");

    @Test
    void theMachineHasNoClockNoThreadNoRandomnessNoFileAndNoSocket() {
        noClasses()
                .that()
                .resideInAPackage("io.acord.protocol..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.net..", "java.time..", "java.util.concurrent..", "java.io..", "java.nio.file..")
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching("java\\.util\\.(Random|SplittableRandom|Timer)|java\\.lang\\.Thread")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(PROTOCOL);
    }

    @Test
    void theSimulatorIsNotPublished() {
        noClasses().should().resideInAPackage("io.acord.protocol.simulator").check(PROTOCOL);
    }

    @Test
    void noPackageHasMoreTypesThanOneCanKeepInMind() {
        Map<String, Long> types = PROTOCOL.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        assertThat(types.values()).isNotEmpty().allMatch(count -> count <= 25);
    }

    @Test
    void noPackageNeedsAnotherThatNeedsIt() {
        slices().matching("io.acord.(**)").should().beFreeOfCycles().check(PROTOCOL);
    }

    @Test
    void theProtocolNeedsOnlyTheCoreAndTheJdk() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify..", "io.acord..")
                .check(PROTOCOL);
    }
}
