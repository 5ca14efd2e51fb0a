package io.acord.theory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BooksTest {

    private static final int AGENTS = 2 * Books.PAGE + 77;

    /** One round of random numbers. */
    private static final class Numbers {
        final double[] b;
        final double[] mu;
        final double[] before;
        final double[] x;
        final double[] h;
        final double[] hitting;
        final double[] halfEdges;

        Numbers(Random random, int agents, int d) {
            b = random.doubles(agents, 0.1, 2).toArray();
            mu = random.doubles(agents, 0.1, 3).toArray();
            before = random.doubles((long) agents * d, -5, 5).toArray();
            x = random.doubles((long) agents * d, -5, 5).toArray();
            h = random.doubles((long) agents * d, -5, 5).toArray();
            hitting = random.doubles(agents, 0, 9).toArray();
            halfEdges = random.doubles(agents, 0, 9).toArray();
        }

        double paid(int i) {
            return halfEdges[i] + hitting[i];
        }

        void closeEach(Books books, double[] overpaid) {
            for (int i = 0; i < AGENTS; i++) {
                overpaid[i] = books.overpaid(i, b[i], new double[] {before[i]}, x, i);
                books.close(i, b[i], mu[i], paid(i), x, h);
            }
        }

        void closeMany(int from, int to, Books books, double[] overpaid) {
            int n = to - from;
            Books.Window window = new Books.Window(n);
            System.arraycopy(b, from, window.b, 0, n);
            System.arraycopy(mu, from, window.mu, 0, n);
            System.arraycopy(before, from, window.before, 0, n);
            System.arraycopy(x, from, window.x, 0, n);
            System.arraycopy(h, from, window.h, 0, n);
            System.arraycopy(hitting, from, window.hitting, 0, n);
            System.arraycopy(halfEdges, from, window.halfEdges, 0, n);
            books.closeScalars(from, n, window);
            System.arraycopy(window.overpaid, 0, overpaid, from, n);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void closingManyAgentsAtATimeHasTheBitsOfClosingEach(long seed) {
        Random random = new Random(seed);
        Numbers first = new Numbers(random, AGENTS, 1);
        Books each = new Books(1, first.before);
        double[] overpaid = new double[AGENTS];
        first.closeEach(each, overpaid);
        Books many = each.copy();
        double[] alsoOverpaid = new double[AGENTS];
        for (int t = 2; t <= 5; t++) {
            Numbers numbers = new Numbers(random, AGENTS, 1);
            numbers.closeEach(each, overpaid);
            int to;
            for (int from = 0; from < AGENTS; from = to) { // whole pages, parts of them, and single agents
                int end = Math.min(AGENTS, (from / Books.PAGE + 1) * Books.PAGE);
                to = random.nextBoolean() ? end : from + 1 + random.nextInt(end - from);
                numbers.closeMany(from, to, many, alsoOverpaid);
            }
            assertThat(alsoOverpaid).isEqualTo(overpaid);
            assertThat(many.toArray()).isEqualTo(each.toArray());
            assertThat(many.atLeast()).isEqualTo(each.atLeast());
        }
    }

    @Test
    void booksGoOnFromWhatTheyWroteDown() {
        int d = 3;
        Random random = new Random(1);
        Numbers first = new Numbers(random, AGENTS, d);
        Numbers second = new Numbers(random, AGENTS, d);
        Books books = new Books(d, first.before);
        close(first, books);
        double[] written = books.toArray();
        Books restored = Books.of(d, written);
        Books copied = books.copy();
        close(second, books);
        assertThat(copied.toArray()).isEqualTo(written);
        close(second, restored);
        close(second, copied);
        assertThat(restored.toArray()).isEqualTo(books.toArray());
        assertThat(copied.toArray()).isEqualTo(books.toArray());
        assertThat(restored.agents()).isEqualTo(AGENTS);
    }

    private static void close(Numbers numbers, Books books) {
        for (int i = 0; i < AGENTS; i++) {
            books.close(i, numbers.b[i], numbers.mu[i], numbers.paid(i), numbers.x, numbers.h);
        }
    }

    @Test
    void anAgentsBooksDoNotDependOnWhoElseKeepsSome() {
        Random random = new Random(1);
        Numbers numbers = new Numbers(random, AGENTS, 2);
        Books books = new Books(2, numbers.before);
        close(numbers, books);
        close(numbers, books);
        for (int i : new int[] {0, Books.PAGE - 1, Books.PAGE, AGENTS - 1}) {
            double[] x = Arrays.copyOfRange(numbers.x, 2 * i, 2 * i + 2);
            double[] h = Arrays.copyOfRange(numbers.h, 2 * i, 2 * i + 2);
            double[] centre = Arrays.copyOfRange(numbers.before, 2 * i, 2 * i + 2);
            Books alone = new Books(2, centre);
            alone.close(0, numbers.b[i], numbers.mu[i], numbers.paid(i), x, h);
            alone.close(0, numbers.b[i], numbers.mu[i], numbers.paid(i), x, h);
            assertThat(books.atLeast(i)).isEqualTo(alone.atLeast(0));
            assertThat(books.curvature(i)).isEqualTo(alone.curvature(0));
            assertThat(books.centre(i, 1)).isEqualTo(alone.centre(0, 1));
        }
    }
}
