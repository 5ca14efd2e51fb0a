package io.acord.protocol.simulator;

import io.acord.protocol.Effect;
import io.acord.protocol.Journal;
import io.acord.protocol.Rules;
import io.acord.protocol.Snapshot;
import io.acord.protocol.machine.BlockMachine;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What a simulated block is put together from: {@link #SOUND} is the real thing; a test may exchange a part for one
 * that leaves a check out.
 *
 * @param machine makes the block
 * @param journal reads what a former life wrote
 * @param order in which the driver does what the machine says
 */
record BlockParts(
        MachineMaker machine, Function<byte[], Journal.Recovered> journal, UnaryOperator<List<Effect>> order) {

    /** A constructor of blocks. */
    interface MachineMaker {
        BlockMachine make(Rules rules, int[] agents, Snapshot last, boolean inDoubt);
    }

    static final BlockParts SOUND =
            new BlockParts(BlockMachine::new, bytes -> Journal.recover(bytes), UnaryOperator.identity());

    BlockParts withMachine(MachineMaker other) {
        return new BlockParts(other, journal, order);
    }

    BlockParts withJournal(Function<byte[], Journal.Recovered> other) {
        return new BlockParts(machine, other, order);
    }

    BlockParts withOrder(UnaryOperator<List<Effect>> other) {
        return new BlockParts(machine, journal, other);
    }
}
