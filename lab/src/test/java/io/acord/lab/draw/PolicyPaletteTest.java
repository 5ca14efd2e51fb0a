package io.acord.lab.draw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PolicyPaletteTest {

    @Test
    void aPolicyKeepsItsLookWhoeverElsePlays() {
        for (int n = 0; n < 1000; n++) {
            String mine = "mine " + n;
            Map<String, Integer> alone = PolicyPalette.looks(List.of(mine));
            assertThat(PolicyPalette.looks(List.of("acord", mine))).containsAllEntriesOf(alone);
        }
        assertThat(PolicyPalette.looks(List.of("robd", "acord"))).containsEntry("acord", 0);
        assertThat(PolicyPalette.looks(List.of("acord", "robd"))).containsEntry("acord", 0);
    }

    @Test
    void upToTenPoliciesHaveColoursOfTheirOwnAndMoreHaveLooksOfTheirOwn() {
        Random random = new Random(7);
        for (int n = 1; n <= 60; n++) {
            List<String> names = new ArrayList<>(List.of("acord"));
            while (names.size() < n) {
                names.add("policy " + random.nextInt(1_000_000_000));
            }
            Map<String, Integer> looks = PolicyPalette.looks(names);
            assertThat(looks.keySet()).containsExactlyElementsOf(names);
            assertThat(looks.values()).doesNotHaveDuplicates();
            if (n <= PolicyPalette.COLORS) {
                assertThat(looks.values().stream().map(look -> look % PolicyPalette.COLORS))
                        .doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void everyLookDiffersFromEveryOther() {
        Set<String> seen = new HashSet<>();
        for (int look = 0; look < PolicyPalette.LOOKS; look++) {
            assertThat(seen.add(look % PolicyPalette.COLORS + " " + look % PolicyPalette.MARKERS + " "
                            + PolicyPalette.dashes(look)))
                    .isTrue();
        }
    }

    @Test
    void moreThanAllLooksAreStillDrawn() {
        List<String> names = new ArrayList<>();
        for (int n = 0; n < 400; n++) {
            names.add("p" + n);
        }
        assertThat(PolicyPalette.looks(names).values()).allMatch(look -> look >= 0 && look < PolicyPalette.LOOKS);
    }
}
