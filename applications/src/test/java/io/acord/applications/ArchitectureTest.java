package io.acord.applications;

import io.acord.lab.PackageRules;

class ArchitectureTest extends PackageRules {

    ArchitectureTest() {
        super("io.acord.applications");
    }
}
