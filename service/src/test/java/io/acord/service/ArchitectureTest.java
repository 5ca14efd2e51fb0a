package io.acord.service;

import io.acord.lab.PackageRules;

class ArchitectureTest extends PackageRules {

    ArchitectureTest() {
        super("io.acord.service");
    }
}
