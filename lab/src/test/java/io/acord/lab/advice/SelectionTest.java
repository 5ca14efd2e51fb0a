package io.acord.lab.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.run.Effort;
import io.acord.recipe.IterationRule;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelectionTest {

    private final Selection selection = new Selection(0.01);

    private static Trial trial(int k, double first, double rest, double messages) {
        Candidate candidate = Candidate.STANDARD.with(IterationRule.fixed(k));
        return new Trial(candidate, List.of(first), List.of(rest), 0, new Effort(k, messages, 8 * messages, 0));
    }

    @Test
    void ofThoseThatPayNearlyTheLeastTheOneWithTheFewestMessagesIsTaken() {
        Trial two = trial(2, 102, 102, 20);
        Trial four = trial(4, 100.9, 100.9, 40);
        Trial eight = trial(8, 100, 100, 80);
        Selection.Choice choice = selection.choose(List.of(two, four, eight), eight);
        assertThat(choice.kept()).isEqualTo(four);
        assertThat(choice.holdsUp()).isTrue();
    }

    @Test
    void aChoiceThatTheRestContradictsIsTakenBack() {
        Trial lucky = trial(2, 100, 130, 20);
        Trial fair = trial(4, 101.5, 100.5, 40);
        Trial safe = trial(8, 101, 100, 80);
        Selection.Choice choice = selection.choose(List.of(lucky, fair, safe), safe);
        assertThat(choice.chosen()).isEqualTo(lucky);
        assertThat(choice.holdsUp()).isFalse();
        assertThat(choice.kept()).isEqualTo(fair);
    }

    @Test
    void whoSendsMoreHasToPayLessInTheRest() {
        Trial safe = trial(1, 100, 100, 10);
        assertThat(selection
                        .choose(List.of(safe, trial(2, 90, 100.5, 20)), safe)
                        .kept())
                .isEqualTo(safe);
        Trial better = trial(3, 90, 99.9, 20);
        assertThat(selection.choose(List.of(safe, better), safe).kept()).isEqualTo(better);
    }

    @Test
    void costsBelowZeroAreComparedLikeOthers() {
        Trial less = trial(1, -99.5, -99.5, 10);
        Trial least = trial(2, -100, -100, 20);
        assertThat(selection.choose(List.of(least, less), least).kept()).isEqualTo(less);
        Trial far = trial(3, -98, -98, 5);
        assertThat(selection.choose(List.of(least, far), least).kept()).isEqualTo(least);
    }
}
