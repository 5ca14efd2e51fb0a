package io.acord.lab;

class ArchitectureTest extends PackageRules {

    ArchitectureTest() {
        super("io.acord.lab");
    }
}
