package io.acord.fleet;

import io.acord.internal.system.DaemonThread;
import io.acord.protocol.LocalRound;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks a member's source for rounds, on a thread of its own: it may take its time. */
final class SourceThread implements AutoCloseable {

    /**
     * What the source said.
     *
     * @param local empty if there are no more rounds
     * @param failure what it threw instead
     */
    record Answer(
            int round, Optional<LocalRound> local, @Nullable Throwable failure) {}

    private final RoundSource source;
    private final Supplier<NewRound> drafts;
    private final ExecutorService thread;

    SourceThread(String member, RoundSource source, Supplier<NewRound> drafts) {
        this.source = source;
        this.drafts = drafts;
        this.thread = Executors.newSingleThreadExecutor(DaemonThread.named("acord-source-" + member));
    }

    /** Asks for a round that begins. */
    void ask(int round, Consumer<Answer> answered) {
        ask(round, source::round, answered);
    }

    /** Asks what a past round was; the answer is empty if that is not known any more. */
    void askPast(int round, Consumer<Answer> answered) {
        ask(round, source::past, answered);
    }

    private interface Question {
        Optional<LocalRound> round(int t, NewRound draft) throws Exception;
    }

    private void ask(int round, Question question, Consumer<Answer> answered) {
        thread.execute(() -> {
            Answer answer;
            try {
                answer = new Answer(round, question.round(round, drafts.get()), null);
            } catch (Exception | Error e) {
                answer = new Answer(round, Optional.empty(), e);
            }
            answered.accept(answer);
        });
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
