package io.acord.cli;

import io.acord.lab.PackageRules;

class ArchitectureTest extends PackageRules {

    ArchitectureTest() {
        super("io.acord.cli");
    }
}
