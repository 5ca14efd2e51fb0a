package io.acord.lab.source;

import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/** The names of agents whom nobody named: "0", "1", … */
public final class NumberedNames {

    private NumberedNames() {}

    /** "0", "1", … "n − 1", none of them stored. */
    public static List<String> of(int agents) {
        return new Numbered(agents);
    }

    private static final class Numbered extends AbstractList<String> implements RandomAccess {
        private final int agents;

        Numbered(int agents) {
            this.agents = agents;
        }

        @Override
        public String get(int i) {
            return Integer.toString(Objects.checkIndex(i, agents));
        }

        @Override
        public int size() {
            return agents;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Numbered numbered ? agents == numbered.agents : super.equals(other);
        }

        @Override
        public int hashCode() {
            return super.hashCode();
        }
    }
}
