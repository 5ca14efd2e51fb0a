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
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    void noPackageHasMoreTypesThanOneCanKeepInMind() {
        Map<String, Long> types = CORE.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        assertThat(types.values()).isNotEmpty().allMatch(count -> count <= 25);
    }

    /** Numerics whose steps share so many arrays that a second class would only hand them around. */
    private static final Set<String> LONG_NUMERICS =
            Set.of("core/Block.java", "core/BlockRound.java", "lab/SpaceTime.java");

    @Test
    void noClassOfAnyModuleIsLongerThanFiveHundredLinesButNumerics() throws IOException {
        Set<String> tooLong = new TreeSet<>();
        Path root = Path.of("..");
        try (Stream<Path> modules = Files.list(root)) {
            for (Path sources : modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(sources)) {
                    for (Path file :
                            files.filter(f -> f.toString().endsWith(".java")).toList()) {
                        if (Files.readAllLines(file).size() > 500) {
                            tooLong.add(root.relativize(file).getName(0) + "/" + file.getFileName());
                        }
                    }
                }
            }
        }
        assertThat(tooLong).as("classes above 500 lines").isEqualTo(LONG_NUMERICS);
    }

    /** Whatever is not internal is API: a user must never be handed a layout that may change. */
    @Test
    void theApiShowsNothingInternal() {
        List<String> shown = new ArrayList<>();
        for (JavaClass type : CORE) {
            if (isInternal(type) || !isPublic(type)) {
                continue;
            }
            Stream.concat(type.getRawInterfaces().stream(), type.getRawSuperclass().stream())
                    .filter(ArchitectureTest::isInternal)
                    .forEach(parent -> shown.add(type.getName() + " is a " + parent.getSimpleName()));
            for (JavaMember member : type.getMembers()) {
                boolean visible = member.getModifiers().contains(JavaModifier.PUBLIC)
                        || member.getModifiers().contains(JavaModifier.PROTECTED);
                if (visible && member.getAllInvolvedRawTypes().stream().anyMatch(ArchitectureTest::isInternal)) {
                    shown.add(member.getFullName());
                }
            }
        }
        assertThat(shown).isEmpty();
    }

    private static boolean isInternal(JavaClass type) {
        return type.getBaseComponentType().getPackageName().startsWith("io.acord.internal");
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(ArchitectureTest::isPublic).orElse(true);
    }

    /** Which modules know the kernel, and what for; the others use the library as anybody would. */
    private static final Map<String, String> KNOW_THE_KERNEL = Map.of(
            "protocol", "drives the rounds of a block by messages",
            "fleet", "lays out the round that a member's source describes",
            "swarm", "keeps the layout of a scenario's graph while rounds share it",
            "lab", "writes the layout of a block to files, for processes and for tasks of a cluster",
            "spark", "drives the rounds of a block",
            "paper", "looks at the iterates of a round one at a time",
            "bench", "measures the kernel");

    @Test
    void onlyWhoeverDrivesRoundsItselfKnowsTheKernel() throws IOException {
        Set<String> know = new TreeSet<>();
        for (Path module : modules()) {
            try (Stream<Path> files = Files.walk(module.resolve("src"))) {
                for (Path file :
                        (Iterable<Path>) files.filter(file -> file.toString().endsWith(".java"))::iterator) {
                    if (Files.readString(file).contains("io.acord.internal.kernel")) {
                        know.add(module.getFileName().toString());
                    }
                }
            }
        }
        know.remove("core");
        assertThat(know).isEqualTo(new TreeSet<>(KNOW_THE_KERNEL.keySet()));
    }

    /** The folders with sources of their own; what a build leaves beside them comes and goes meanwhile. */
    private static List<Path> modules() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of(".."))) {
            return folders.filter(folder -> Files.isDirectory(folder.resolve("src")))
                    .toList();
        }
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
        isIgnorantOf(
                        "io.acord.graph..",
                        "io.acord",
                        "io.acord.model..",
                        "io.acord.theory..",
                        "io.acord.acord..",
                        "io.acord.recipe..",
                        "io.acord.internal..")
                .check(CORE);
    }

    @Test
    void costsKnowNeitherTheModelNorTheTheoryNorTheAlgorithm() {
        isIgnorantOf(
                        "io.acord.cost..",
                        "io.acord",
                        "io.acord.model..",
                        "io.acord.theory..",
                        "io.acord.acord..",
                        "io.acord.recipe..",
                        "io.acord.internal..")
                .check(CORE);
    }

    @Test
    void theTheoryDoesNotKnowTheAlgorithm() {
        isIgnorantOf("io.acord.theory..", "io.acord", "io.acord.acord..", "io.acord.recipe..", "io.acord.internal..")
                .check(CORE);
    }

    @Test
    void whatIsPlayedDoesNotKnowHow() {
        isIgnorantOf("io.acord.recipe..", "io.acord", "io.acord.acord..", "io.acord.internal..")
                .check(CORE);
    }

    @Test
    void theCoreNeedsOnlyTheJdkAndNullnessAnnotations() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "com.sun.management..", "org.jspecify..", "io.acord..")
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
