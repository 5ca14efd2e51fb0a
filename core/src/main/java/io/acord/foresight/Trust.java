package io.acord.foresight;

import io.acord.input.Complaints;
import io.acord.internal.foresight.AccountRule;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How far plans are trusted: at most 1 + ε times what the expert pays is paid in the end, whatever was forecast.
 *
 * @param epsilon ε, from 1e-100 to 1e100
 * @param account who keeps account of it
 */
public record Trust(double epsilon, Account account) {

    /** Half as much again as the expert at the worst, each agent for itself. */
    public static final Trust STANDARD = new Trust(0.5, Account.OWN);

    /** The largest ε, and one over the smallest: beyond, accounts would not be numbers any more. */
    private static final double MOST = 1e100;

    /** A trust; ε is checked. */
    public Trust {
        if (!isPossible(epsilon)) {
            throw Complaints.refuse(
                    "trust",
                    "is " + epsilon,
                    "a number from 1e-100 to 1e100, the share that may be paid more than the expert does",
                    "write 0.5, or omit it");
        }
    }

    /** Whether accounts can be kept with this ε: from 1e-100 to 1e100. */
    public static boolean isPossible(double epsilon) {
        return epsilon >= 1 / MOST && epsilon <= MOST;
    }

    /** ρ = 1 + 1/ε, the price of being elsewhere than the expert. */
    double rho() {
        return 1 + 1 / epsilon;
    }

    /** What accounts are kept by. */
    AccountRule rule() {
        return new AccountRule(epsilon, account != Account.HALVES);
    }

    /** Who keeps account. */
    public enum Account {
        /** Every agent for itself, from what it knows (Theorem H). */
        OWN("own"),
        /** One place for the whole fleet (Theorem G). */
        COMMON("common"),
        /**
         * Every agent for itself, edges charged half and half, as we read LADO: a neighbour can overdraw the account,
         * so that nothing is promised. To compare with.
         */
        HALVES("halves");

        private final String word;

        Account(String word) {
            this.word = word;
        }

        /** What files call it. */
        public String word() {
            return word;
        }

        /** The accounts that files can name. */
        public static List<String> words() {
            return Arrays.stream(values())
                    .filter(account -> account != HALVES)
                    .map(Account::word)
                    .toList();
        }

        /** The account of this word. */
        public static Optional<Account> of(String word) {
            return Arrays.stream(values())
                    .filter(account -> account.word.equals(word))
                    .findFirst();
        }
    }
}
