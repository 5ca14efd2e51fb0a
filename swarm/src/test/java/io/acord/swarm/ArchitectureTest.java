package io.acord.swarm;

import io.acord.lab.PackageRules;

class ArchitectureTest extends PackageRules {

    ArchitectureTest() {
        super("io.acord.swarm");
    }
}
