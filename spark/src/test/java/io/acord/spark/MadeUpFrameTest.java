package io.acord.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MadeUpFrameTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void whatIsMadeUpHasTheSameDigestByBlocksAndInMemory(MadeUpFrame.Links links) throws IOException {
        SparkSession spark = LocalSpark.session();
        MadeUpFrame made = new MadeUpFrame(folder, 200, 3, links, 6);
        made.write(spark);
        PlayedFrame played = made.frame(spark).blocks(2).play();
        MadeUpFrame.InMemory memory = made.play(1);
        assertThat(played.agents()).isEqualTo(200);
        assertThat(memory.seconds()).hasSize(3);
        assertThat(MadeUpFrame.digest(played)).isEqualTo(memory.digest());
    }

    @Test
    void blocksOfSeveralThreadsWhoseNeighborsAreNearPlayTheSameBits() throws IOException {
        SparkSession spark = LocalSpark.session();
        MadeUpFrame made = new MadeUpFrame(folder, 50_000, 3, MadeUpFrame.Links.circulant, 6);
        made.write(spark);
        PlayedFrame played = made.frame(spark).threads(3).blocks(2).play();
        assertThat(MadeUpFrame.digest(played)).isEqualTo(made.play(2).digest());
    }

    @Test
    void aDigestTellsRoundsAgentsAndLastBitsApart() {
        long one = MadeUpFrame.digest(1, "a12", 0.5);
        assertThat(MadeUpFrame.digest(2, "a12", 0.5)).isNotEqualTo(one);
        assertThat(MadeUpFrame.digest(1, "a21", 0.5)).isNotEqualTo(one);
        assertThat(MadeUpFrame.digest(1, "a12", Math.nextUp(0.5))).isNotEqualTo(one);
    }
}
