package io.acord.web;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Which package may know which, and that the server knows nothing of what is decided. */
class ArchitectureTest {

    private static final JavaClasses WEB = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.acord.web");

    @Test
    void packagesFormNoCycle() {
        slices().matching("io.acord.(**)").should().beFreeOfCycles().check(WEB);
    }

    @Test
    void ofTheCoreOnlyComplaintsAreKnown() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.acord", "io.acord.acord..", "io.acord.model..", "io.acord.graph..")
                .check(WEB);
    }
}
