package io.acord.paper;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Map;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Which package may know which, and how large one may grow. */
class ArchitectureTest {

    private static final int MOST_TYPES = 25;

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.acord.paper");

    @Test
    void packagesFormNoCycle() {
        slices().assignedFrom(new ByPackage()).should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void noPackageIsTooLargeToBeReadAsAWhole() {
        Map<String, Long> types = CLASSES.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        Assertions.assertThat(types).isNotEmpty();
        Assertions.assertThat(types)
                .allSatisfy(
                        (name, count) -> Assertions.assertThat(count).as(name).isLessThanOrEqualTo(MOST_TYPES));
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
