package io.acord.spark;

import io.acord.spark.block.BlockJob;
import io.acord.spark.block.BlockTask;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.TaskKilledException;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/** What Spark runs as a task: one block. Answers after which round it went on. */
final class PlayBlock extends AbstractFunction1<Iterator<Integer>, Iterator<Integer>> implements Serializable {

    private static final long serialVersionUID = 1;

    private final BlockJob job;

    PlayBlock(BlockJob job) {
        this.job = job;
    }

    @Override
    public Iterator<Integer> apply(Iterator<Integer> unused) {
        try {
            int from = new BlockTask(job, new Barrier(BarrierTaskContext.get())).play();
            return CollectionConverters.asScala(List.of(from).iterator());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The barrier stage: one allGather, because each takes a second. */
    private record Barrier(BarrierTaskContext context) implements BlockTask.Gang {

        @Override
        public int block() {
            return context.partitionId();
        }

        @Override
        public int attempt() {
            return context.stageAttemptNumber();
        }

        @Override
        public String host() {
            String address = context.getTaskInfos()[context.partitionId()].address();
            int colon = address.lastIndexOf(':');
            return colon < 0 || address.endsWith("]") ? address : address.substring(0, colon);
        }

        @Override
        public String[] gather(String mine) {
            return context.allGather(mine);
        }

        @Override
        public void look() {
            if (context.isInterrupted()) {
                throw new TaskKilledException("another block was lost");
            }
        }
    }
}
