package io.acord.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.AccumulatorV2;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;

/** A block is lost just when another one is through: its result comes after Spark has forgotten those of the stage. */
class LateResultTest {

    private static final CountDownLatch RESULT_IS_ON_ITS_WAY = new CountDownLatch(1);

    /** Is serialized with the result of a task, and takes its time. */
    static final class SlowLuggage extends AccumulatorV2<Integer, Integer> {
        private static final long serialVersionUID = 1;

        private boolean isSlow;

        private void writeObject(ObjectOutputStream out) throws IOException {
            if (isSlow) {
                RESULT_IS_ON_ITS_WAY.countDown();
                try {
                    Thread.sleep(100); // Spark waits for 200 ms before it starts a stage again
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            out.defaultWriteObject();
        }

        @Override
        public boolean isZero() {
            return !isSlow;
        }

        @Override
        public AccumulatorV2<Integer, Integer> copy() {
            SlowLuggage copy = new SlowLuggage();
            copy.isSlow = isSlow;
            return copy;
        }

        @Override
        public void reset() {
            isSlow = false;
        }

        @Override
        public void add(Integer unused) {
            isSlow = true;
        }

        @Override
        public void merge(AccumulatorV2<Integer, Integer> other) {
            // what it holds is for executors
        }

        @Override
        public Integer value() {
            return isSlow ? 1 : 0;
        }
    }

    /** Two tasks that meet; in the first attempt the second one ends, and then the first one fails. */
    private static final class Meeting extends AbstractFunction1<Iterator<Integer>, Iterator<String>>
            implements Serializable {
        private static final long serialVersionUID = 1;

        private final SlowLuggage luggage;

        Meeting(SlowLuggage luggage) {
            this.luggage = luggage;
        }

        @Override
        public Iterator<String> apply(Iterator<Integer> unused) {
            PlayBlock.Barrier barrier = PlayBlock.Barrier.ofAll(BarrierTaskContext.get());
            String[] met = barrier.gather("block " + barrier.block());
            if (barrier.attempt() == 0 && barrier.block() == 0) {
                try {
                    assertThat(RESULT_IS_ON_ITS_WAY.await(20, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                throw new IllegalStateException("lost, as the test wants it");
            }
            if (barrier.attempt() == 0) {
                luggage.add(1);
            }
            return CollectionConverters.asScala(
                    List.of(barrier.attempt() + " " + String.join(", ", met)).iterator());
        }
    }

    @Test
    void aResultThatComesAfterItsStageHasFailedLeavesNobodyWaitingForAll() {
        SparkContext spark = LocalSpark.session().sparkContext();
        SlowLuggage luggage = new SlowLuggage();
        spark.register(luggage);
        JavaRDD<Integer> ids = new JavaSparkContext(spark).parallelize(List.of(0, 1), 2);
        var tag = ClassTag$.MODULE$.<String>apply(String.class);
        List<String> played = Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(40), // less than a barrier waits at most here
                () -> new JavaRDD<>(ids.rdd().barrier().mapPartitions(new Meeting(luggage), false, tag), tag)
                        .repartition(1)
                        .collect());
        assertThat(played).hasSize(2).allMatch(block -> block.endsWith("block 0, block 1"));
        assertThat(played.get(0).charAt(0)).isEqualTo(played.get(1).charAt(0)); // of one attempt
        assertThat(played.get(0)).startsWith("2"); // the one between was refused
    }
}
