package io.acord.lab.data;

import io.acord.lab.options.NearestWord;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Who there is, as the series of an application says, for reading the files that go with it. If the series could not be
 * read, nobody is known and nobody is complained about: the other files are looked through for everything else, so that
 * all complaints come at once.
 */
public final class Roster {

    private final String whose;
    private final String fix;
    private final boolean known;
    private final List<String> names;
    private final Map<String, Integer> ids = new HashMap<>();

    private Roster(@Nullable List<String> names, String whose, String fix) {
        this.whose = whose;
        this.fix = fix;
        this.known = names != null;
        this.names = names == null ? List.of() : List.copyOf(names);
        for (int i = 0; i < this.names.size(); i++) {
            ids.put(this.names.get(i), i);
        }
    }

    /**
     * The names of a series.
     *
     * @param series null if it was refused
     * @param whose what everybody named must be, like {@code a unit of the series}
     * @param fix what to do about somebody who is not, if no name is alike
     */
    public static Roster of(@Nullable TimeSeries series, String whose, String fix) {
        return new Roster(series == null ? null : series.names(), whose, fix);
    }

    /**
     * These names.
     *
     * @param names null if they could not be read
     * @param whose what everybody named must be
     * @param fix what to do about somebody who is not, if no name is alike
     */
    public static Roster named(@Nullable List<String> names, String whose, String fix) {
        return new Roster(names, whose, fix);
    }

    /** How many there are; 0 if that is not known. */
    public int size() {
        return names.size();
    }

    /** Who is named in a column; −1 if nobody who is there, which is complained about, or if nobody is known. */
    public int find(CsvRows.Row row, String column) {
        String name = row.name(column);
        Integer id = ids.get(name);
        if (id == null && known && !name.isEmpty()) {
            row.complain(column, "is \"" + name + "\"", whose, NearestWord.hint(name, names, fix));
        }
        return id == null ? -1 : id;
    }

    /**
     * Reads a file with one line for everybody. Complains about lines that are there twice or not at all.
     *
     * @param columns the first is the name
     * @param everybody what is needed where somebody has no line
     * @param each gets the row and who it is about, −1 if that is not known
     */
    public void readLines(
            DataFile file,
            List<String> columns,
            List<String> optional,
            String everybody,
            ObjIntConsumer<CsvRows.Row> each) {
        String column = columns.get(0);
        Set<String> seen = new HashSet<>();
        CsvRows.read(file, columns, optional, row -> {
            int id = find(row, column);
            if (id >= 0 && !seen.add(names.get(id))) {
                row.complain(column, "is there twice", "one line a " + column, "drop one of the lines");
            }
            each.accept(row, id);
        });
        for (String name : names) {
            if (!seen.isEmpty() && !seen.contains(name)) { // if nothing could be read, that has been said
                file.complain(file.name(), "has no line for " + name, everybody, "add it");
            }
        }
    }
}
