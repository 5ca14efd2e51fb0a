package io.acord.lab.options;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormulaNameTest {

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+cmd|' /C calc'!A0", "-a", "-1+1", "-", "@SUM(A1)", "\t=1", "\r=1", "-1e", "+1-1"})
    void aNameThatBeginsLikeAFormulaIsOne(String name) {
        assertThat(FormulaName.is(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "-1", "+2.5", "-1e3", "-1.", "a=1", "a-b", "0", "north", "acord-2", "c/d"})
    void numbersAndOrdinaryNamesAreNone(String name) {
        assertThat(FormulaName.is(name)).isFalse();
    }
}
