package io.acord.parquet;

import io.acord.lab.PackageRules;

class ArchitectureTest extends PackageRules {

    ArchitectureTest() {
        super("io.acord.parquet");
    }
}
