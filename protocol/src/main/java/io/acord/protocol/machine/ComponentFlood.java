package io.acord.protocol.machine;

import io.acord.acord.Crawler;
import io.acord.protocol.Message;
import io.acord.protocol.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A flood of entries through a component as messages over a round's links: all speak in steps, and each says once that
 * it knows everything. Mutable.
 *
 * @param <E> what is told of an agent
 */
final class ComponentFlood<E> {

    /**
     * What an agent tells its component about the certificate after an iteration.
     *
     * @param share its part of the certificate (theory 5.6); +∞ if it has none
     * @param kappa a_i/(a_i + 2β s_i), which says how long it may take to get smaller; +∞ if rounding allows it no
     *     smaller one
     */
    record CertificateShare(int agent, double share, double kappa) {}

    /** Numbers of an entry in a message. */
    static final int ENTRY = 3;

    /** How entries are told. */
    interface Form<E> {
        int agent(E entry);

        double first(E entry);

        double second(E entry);

        E entry(int agent, double first, double second);

        /** The kind of a message with news, and of the last one, with everything. */
        Message.Kind kind(boolean done);
    }

    /** A crawl's entries. */
    static final Form<Crawler.Entry> CRAWL = new Form<>() {
        @Override
        public int agent(Crawler.Entry entry) {
            return entry.agent();
        }

        @Override
        public double first(Crawler.Entry entry) {
            return entry.startGap();
        }

        @Override
        public double second(Crawler.Entry entry) {
            return entry.kappa();
        }

        @Override
        public Crawler.Entry entry(int agent, double first, double second) {
            return new Crawler.Entry(agent, first, second);
        }

        @Override
        public Message.Kind kind(boolean done) {
            return done ? Message.Kind.CRAWL_DONE : Message.Kind.CRAWL;
        }
    };

    /** Shares of a certificate. */
    static final Form<CertificateShare> SHARES = new Form<>() {
        @Override
        public int agent(CertificateShare entry) {
            return entry.agent();
        }

        @Override
        public double first(CertificateShare entry) {
            return entry.share();
        }

        @Override
        public double second(CertificateShare entry) {
            return entry.kappa();
        }

        @Override
        public CertificateShare entry(int agent, double first, double second) {
            return new CertificateShare(agent, first, second);
        }

        @Override
        public Message.Kind kind(boolean done) {
            return done ? Message.Kind.SHARES_DONE : Message.Kind.SHARES;
        }
    };

    private final RoundLinks links;
    private final Form<E> form;
    private final Crawler.Flood<E> flood;

    ComponentFlood(RoundLinks links, Form<E> form, List<E> selves) {
        this.links = links;
        this.form = form;
        this.flood = new Crawler.Flood<>(form::agent, selves);
        for (RoundLink link : links.all()) {
            link.floodDone = false;
        }
    }

    /** Says what is new; then waits for those who are not done, unless everything has been said. */
    void speak(int iteration) {
        Crawler.Flood.Wave<E> wave = Objects.requireNonNull(flood.speak());
        double[] flat = new double[ENTRY * wave.entries().size()];
        for (int i = 0; i < wave.entries().size(); i++) {
            E entry = wave.entries().get(i);
            flat[ENTRY * i] = form.agent(entry);
            flat[ENTRY * i + 1] = form.first(entry);
            flat[ENTRY * i + 2] = form.second(entry);
        }
        Numbers told = Numbers.of(flat);
        links.tellUsed(form.kind(wave.done()), iteration, link -> told);
        for (RoundLink link : links.all()) {
            link.satisfied = wave.done() || link.floodDone;
        }
    }

    void hear(RoundLink link, Numbers numbers, boolean done) {
        link.floodDone |= done;
        List<E> entries = new ArrayList<>();
        for (int at = 0; at < numbers.size(); at += ENTRY) {
            entries.add(form.entry((int) numbers.get(at), numbers.get(at + 1), numbers.get(at + 2)));
        }
        flood.hear(new Crawler.Flood.Wave<>(entries, done));
    }

    /** All have been heard in this step: goes on to the next, or returns false if everything has been said. */
    boolean goOn(int iteration) {
        if (flood.isSilent()) {
            return false;
        }
        flood.endStep();
        speak(iteration);
        return true;
    }

    /** All entries in the order of ids. */
    List<E> everything() {
        return flood.everything();
    }
}
