package io.acord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.acord.Decision;
import io.acord.cost.MaxAffine;
import io.acord.cost.Quadratic;
import io.acord.input.BadInputException;
import io.acord.model.Round;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A fleet that is saved and resumed cannot be told from one that never stopped. */
class SavedFleetTest {

    private static Fleet.Builder fleet(Variant variant) {
        return Fleet.builder(5).start(1, -2).recipe(Recipe.of(variant, From.PREVIOUS, IterationRule.fixed(7)));
    }

    /** A round whose mu, targets, edges and beta are drawn. */
    private static Round draw(Fleet fleet, Random random) {
        Round.Builder round = fleet.round().beta(3 * random.nextDouble());
        for (int i = 0; i < 5; i++) {
            round.cost(
                    i,
                    Quadratic.alpha(0.1 + random.nextDouble(), 5 * random.nextGaussian(), 5 * random.nextGaussian()));
            if (i > 0 && random.nextBoolean()) {
                round.edge(i - 1, i, random.nextDouble());
            }
        }
        return round.build();
    }

    @ParameterizedTest
    @EnumSource(Variant.class)
    void aResumedFleetGoesOnWithTheSameBits(Variant variant) {
        Fleet whole = fleet(variant).build();
        Fleet broken = fleet(variant).build();
        Random random = new Random(3);
        for (int t = 1; t <= 12; t++) {
            broken = fleet(variant).resume(broken.save()); // before the first round as well
            long seed = random.nextLong();
            Decision expected = whole.decide(draw(whole, new Random(seed)));
            Decision found = broken.decide(draw(broken, new Random(seed)));
            assertThat(found.actions()).isEqualTo(expected.actions());
            assertThat(found.certificate()).isEqualTo(expected.certificate());
            assertThat(broken.rounds()).isEqualTo(t);
            assertThat(broken.cost()).isEqualTo(whole.cost());
            assertThat(broken.guarantee()).isEqualTo(whole.guarantee()).isInstanceOf(Guarantee.Proven.class);
            assertThat(broken.save()).isEqualTo(whole.save());
        }
    }

    @Test
    void whyNothingIsPromisedIsRemembered() {
        Fleet fleet = paper().build();
        fleet.decide(
                fleet.round().cost(0, Quadratic.alpha(1, 2)).switchingWeights(1).build());
        fleet.decide(
                fleet.round().cost(0, Quadratic.alpha(1, 2)).switchingWeights(2).build());
        assertThat(fleet.whyNotPromised()).get().asString().contains("switching weights change");
        Fleet resumed = paper().resume(fleet.save());
        assertThat(resumed.whyNotPromised()).isEqualTo(fleet.whyNotPromised());
        assertThat(resumed.guarantee()).isEqualTo(fleet.guarantee());
    }

    private static Fleet.Builder paper() {
        return Fleet.builder(1).recipe(Recipe.standard().with(LambdaRule.running()));
    }

    @Test
    void theSwitchingWeightsOfTheFirstRoundAreRemembered() {
        Fleet fleet = paper().build();
        fleet.decide(
                fleet.round().cost(0, Quadratic.alpha(1, 2)).switchingWeights(3).build());
        Fleet resumed = paper().resume(fleet.save());
        resumed.decide(resumed.round().cost(0, Quadratic.alpha(1, 2)).build());
        assertThat(resumed.whyNotPromised()).get().asString().contains("switching weights change");
    }

    @Test
    void costsBelowZeroAreRememberedByTheirShift() {
        Fleet fleet = Fleet.of(1);
        fleet.decide(fleet.round()
                .cost(0, MaxAffine.of(new double[] {0}, new double[] {-4}, 1, 2))
                .build());
        Guarantee.Proven before = (Guarantee.Proven) fleet.guarantee();
        assertThat(before.shift()).isNegative();
        assertThat(Fleet.builder(1).resume(fleet.save()).guarantee()).isEqualTo(before);
    }

    @Test
    void anotherRuleForLambdaEndsThePromiseAndNotTheBooks() {
        Fleet fleet = Fleet.of(1);
        fleet.decide(fleet.round().cost(0, Quadratic.alpha(1, 2)).build());
        Fleet same = Fleet.builder(1)
                .recipe(Recipe.of(Variant.AUTO, From.ZERO, IterationRule.accuracy(1e-6))
                        .with(LambdaRule.riccati()))
                .resume(fleet.save());
        assertThat(same.whyNotPromised()).isEmpty();
        Fleet other = Fleet.builder(1)
                .recipe(Recipe.of(Variant.AUTO, From.ZERO, IterationRule.accuracy(1e-6))
                        .with(LambdaRule.declared(0.5)))
                .resume(fleet.save());
        assertThat(other.whyNotPromised()).get().asString().contains("another rule up to round 1");
        assertThat(((Guarantee.Proven) other.guarantee()).books())
                .isEqualTo(((Guarantee.Proven) fleet.guarantee()).books());
        Fleet fixed = Fleet.builder(1)
                .recipe(Recipe.of(Variant.AUTO, From.ZERO, IterationRule.accuracy(1e-6))
                        .with(LambdaRule.fixed(1)))
                .resume(fleet.save());
        assertThat(fixed.whyNotPromised()).isPresent();
    }

    /** 0.5 and the other one have the same 32-bit hash code, as every 2³² rules have some that do. */
    @Test
    void rulesWithTheSameHashCodeAreToldApart() {
        LambdaRule one = LambdaRule.declared(0.5);
        long bits = Double.doubleToLongBits(0.5);
        LambdaRule other = LambdaRule.declared(Double.longBitsToDouble(bits ^ (1L << 33 | 1L << 1)));
        assertThat(other.hashCode()).isEqualTo(one.hashCode());
        assertThat(other.fingerprint()).isNotEqualTo(one.fingerprint());
        assertThat(LambdaRule.declared(0.5).fingerprint()).isEqualTo(one.fingerprint());
        Fleet fleet = Fleet.builder(1)
                .recipe(Recipe.of(Variant.AUTO, From.ZERO, IterationRule.accuracy(1e-6))
                        .with(one))
                .build();
        fleet.decide(fleet.round().cost(0, Quadratic.alpha(1, 2)).build());
        assertThat(Fleet.builder(1)
                        .recipe(Recipe.of(Variant.AUTO, From.ZERO, IterationRule.accuracy(1e-6))
                                .with(other))
                        .resume(fleet.save())
                        .whyNotPromised())
                .get()
                .asString()
                .contains("another rule up to round 1");
    }

    @Test
    void bytesOfAnotherFormatAreRefusedByItsName() {
        byte[] saved = Fleet.of(1).save();
        saved[3] = '1';
        java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
        crc.update(saved, 0, saved.length - 4);
        java.nio.ByteBuffer.wrap(saved).putInt(saved.length - 4, (int) crc.getValue());
        assertThatThrownBy(() -> Fleet.builder(1).resume(saved))
                .hasMessageContaining("is of format 1")
                .hasMessageContaining("format 3");
    }

    @Test
    void damagedBytesAreRefused() {
        Fleet fleet = fleet(Variant.PLAIN).build();
        fleet.decide(draw(fleet, new Random(1)));
        byte[] saved = fleet.save();
        for (int length = 0; length < saved.length; length++) {
            byte[] shorter = Arrays.copyOf(saved, length);
            assertThatThrownBy(() -> Fleet.builder(5).resume(shorter))
                    .as("%d bytes", length)
                    .isInstanceOf(BadInputException.class);
        }
        for (int at = 0; at < saved.length; at++) {
            byte[] flipped = saved.clone();
            flipped[at] ^= 4;
            assertThatThrownBy(() -> Fleet.builder(5).resume(flipped))
                    .as("byte %d", at)
                    .isInstanceOf(BadInputException.class);
        }
        assertThatThrownBy(() -> Fleet.builder(6).resume(saved))
                .hasMessageContaining("has 5 agents")
                .hasMessageContaining("Fleet.builder(5)");
    }
}
