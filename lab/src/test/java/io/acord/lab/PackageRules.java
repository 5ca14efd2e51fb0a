package io.acord.lab;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What holds for the packages of every module: none in a cycle, none too large. A module's test extends it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // the classes are read once
public abstract class PackageRules {

    private static final int MOST_TYPES = 25;

    private final JavaClasses classes;

    /**
     * The rules of a module.
     *
     * @param root its package; those below belong to it
     */
    protected PackageRules(String root) {
        // Which package knows which is in the names: the classes of others, thousands behind Spark's, need not be read.
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        this.classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(root);
    }

    @Test
    void packagesFormNoCycle() {
        slices().assignedFrom(new ByPackage()).should().beFreeOfCycles().check(classes);
    }

    @Test
    void noPackageIsTooLargeToBeReadAsAWhole() {
        Map<String, Long> types = classes.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        assertThat(types).isNotEmpty();
        assertThat(types).allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(MOST_TYPES));
    }

    /** One slice per package. */
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
