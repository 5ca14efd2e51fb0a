package io.acord;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which package may know which, and what the core keeps its hands off. */
class ArchitectureTest {

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.acord");

    @Test
    void packagesFormNoCycle() {
        slices().assignedFrom(new ByPackage()).should().beFreeOfCycles().check(CORE);
    }

    @Test
    void inputStandsAlone() {
        standsAlone("io.acord.input..").check(CORE);
    }

    @Test
    void linearAlgebraStandsAlone() {
        standsAlone("io.acord.linear..").check(CORE);
    }

    @Test
    void theGraphKnowsNeitherTheModelNorTheTheoryNorTheAlgorithm() {
        isIgnorantOf("io.acord.graph..", "io.acord", "io.acord.model..", "io.acord.theory..", "io.acord.acord..")
                .check(CORE);
    }

    @Test
    void costsKnowNeitherTheModelNorTheTheoryNorTheAlgorithm() {
        isIgnorantOf("io.acord.cost..", "io.acord", "io.acord.model..", "io.acord.theory..", "io.acord.acord..")
                .check(CORE);
    }

    @Test
    void theTheoryDoesNotKnowTheAlgorithm() {
        isIgnorantOf("io.acord.theory..", "io.acord", "io.acord.acord..").check(CORE);
    }

    @Test
    void theCoreNeedsOnlyTheJdkAndNullnessAnnotations() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify..", "io.acord..")
                .check(CORE);
    }

    @Test
    void theCoreTouchesNoNetworkAndNoFile() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.net..")
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching("java\\.io\\.File.*")
                .check(CORE);
    }

    @Test
    void filesAreForOtherModules() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.acord.internal.system..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.file..", "java.nio.channels..", "io.acord.internal.system..")
                .check(CORE);
    }

    @Test
    void theCorePrintsNothing() {
        noClasses().should().accessField(System.class, "out").check(CORE);
    }

    @Test
    void theCoreDrawsNoRandomNumbers() {
        noClasses()
                .should()
                .dependOnClassesThat(assignableTo(Random.class))
                .orShould()
                .callMethod(Math.class, "random")
                .check(CORE);
    }

    /**
     * Math.exp, pow and the like may differ in the last digit from one Java to the next; sqrt, abs and the like may
     * not.
     */
    @Test
    void theCoreUsesNoFunctionsWhoseLastDigitDependsOnTheMachine() {
        for (String function : List.of(
                "exp", "expm1", "log", "log10", "log1p", "pow", "hypot", "sin", "cos", "tan", "atan2", "cbrt")) {
            noClasses()
                    .should()
                    .callMethodWhere(target(owner(equivalentTo(Math.class))).and(target(name(function))))
                    .check(CORE);
        }
    }

    private static ArchRule standsAlone(String subject) {
        return noClasses()
                .that()
                .resideInAPackage(subject)
                .should()
                .dependOnClassesThat(resideInAPackage("io.acord..").and(not(resideInAPackage(subject))))
                .allowEmptyShould(true);
    }

    /** A name that ends in two dots means the packages below it too; {@code io.acord} alone is the root package. */
    private static ArchRule isIgnorantOf(String subject, String... others) {
        return noClasses()
                .that()
                .resideInAPackage(subject)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .allowEmptyShould(true);
    }

    /** One slice per package. The usual pattern, io.acord.(*).., would leave the root package out. */
    private static final class ByPackage implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
            return SliceIdentifier.of(javaClass.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
