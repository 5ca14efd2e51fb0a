package io.acord.spark.frame;

import io.acord.cost.HittingCosts;
import io.acord.fleet.identity.Authority;
import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.input.Complaint;
import io.acord.internal.system.FolderTree;
import io.acord.lab.block.BlockFile;
import io.acord.lab.store.Storage;
import io.acord.spark.block.BlockFiles;
import io.acord.spark.block.CostFile;
import io.acord.spark.block.ForecastFile;
import io.acord.spark.block.OwnRoundsFile;
import io.acord.spark.block.Places;
import io.acord.spark.block.PlayedFile;
import io.acord.spark.block.PlayedFile.Played;
import io.acord.spark.block.RosterFile;
import io.acord.spark.block.RoundPart;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the blocks of a frame read and keep in its checkpoint.
 *
 * <pre>
 *   frame.txt           what is played, and which fleet
 *   fleet-id/roster/b   who lives in block b: names and numbers
 *   fleet-id/graph/g/b  its arcs: g = 0 always, or those of round g
 *   fleet-id/own/b      the rounds in which it has arcs of their own
 *   fleet-id/start/b    what it begins from
 *   costs/t/b           its costs in round t
 *   forecasts/t/b       what it believes of later rounds when t is decided
 *   actions/t/b         what it played up to round t, since the last of these
 *   accounts/t/b        the same without actions
 *   state/t/b           all that it needs to go on after round t
 * </pre>
 */
public final class FrameFiles implements BlockFiles {

    private static final long serialVersionUID = 1;

    static final String FLEET = "frame";
    private static final String REFUSED = "refused";
    private static final Pattern NUMBER = Pattern.compile("\\bagents\\[(\\d{1,9})]");

    private final Storage storage;
    private final String fleet; // its folder
    private final FrameTerms terms;
    private final boolean isAlwaysCoupled; // there are edges of all rounds
    private final int[] coupledRounds; // those that have edges of their own, ascending
    private final int every;
    private final Map<String, byte[]> certificates; // by file name: for this run alone, on the way with its tasks
    private transient int @Nullable [] ownRounds;
    private transient int ownRoundsOf = -1;

    public FrameFiles(
            Storage storage,
            FrameTerms terms,
            FramePreparation.Fleet fleet,
            int every,
            Map<String, byte[]> certificates) {
        this.storage = storage;
        this.terms = terms;
        this.fleet = fleet.folder();
        this.isAlwaysCoupled = fleet.coupled().always();
        this.coupledRounds = fleet.coupled().rounds();
        this.every = every;
        this.certificates = new HashMap<>(certificates);
    }

    static String roster(String fleet, int block) {
        return fleet + "/roster/" + Places.name(block);
    }

    static String graphName(String fleet, int graph, int block) {
        return fleet + "/graph/" + graph + "/" + Places.name(block);
    }

    static String ownRounds(String fleet, int block) {
        return fleet + "/own/" + Places.name(block);
    }

    static String start(String fleet, int block) {
        return fleet + "/start/" + Places.name(block);
    }

    static String costs(int t, int block) {
        return "costs/" + t + "/" + Places.name(block);
    }

    static String forecasts(int t, int block) {
        return "forecasts/" + t + "/" + Places.name(block);
    }

    static String state(int t, int block) {
        return "state/" + t + "/" + Places.name(block);
    }

    /** Certificates for the blocks of one run, by file name; the authority's key is nowhere. */
    public static Map<String, byte[]> certificates(int blocks) throws IOException, GeneralSecurityException {
        Path folder = Files.createTempDirectory("acord-certificates");
        try {
            Authority.forOneRun(
                    FLEET, IntStream.range(0, blocks).mapToObj(Places::name).toList(), folder);
            Map<String, byte[]> all = new HashMap<>();
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    all.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
                }
            }
            return all;
        } finally {
            FolderTree.delete(folder);
        }
    }

    private int[] ownRoundsOf(int block) throws IOException {
        int[] known = ownRounds;
        if (known == null || ownRoundsOf != block) {
            known = OwnRoundsFile.read(storage.open(ownRounds(fleet, block)), ownRounds(fleet, block))
                    .rounds();
            ownRounds = known;
            ownRoundsOf = block;
        }
        return known;
    }

    /** The rounds that have a folder, the newest first. */
    static List<Integer> rounds(Storage storage, String folder) throws IOException {
        return storage.list(folder).stream()
                .filter(name -> name.matches("\\d{1,9}"))
                .map(Integer::valueOf)
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    /** Forgets what tasks of an earlier run refused. */
    public static void forgetRefusal(Storage storage) throws IOException {
        storage.delete(REFUSED);
    }

    /** What a task complained about and refused to play; nothing if none did. */
    public static List<Complaint> refusal(Storage storage) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(storage.read(REFUSED)))) {
            in.setObjectInputFilter(ObjectInputFilter.Config.createFilter(
                    "io.acord.input.Complaint;java.lang.*;[Lio.acord.input.Complaint;maxarray=1000;!*"));
            Complaint[] all = (Complaint[]) in.readObject();
            return List.of(all);
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }

    /** Deletes costs and forecasts of rounds before one; its own stay, because somebody may hold on to them. */
    public static void forgetCosts(Storage storage, int before) throws IOException {
        for (String folder : List.of("costs", "forecasts")) {
            for (int t : rounds(storage, folder)) {
                if (t < before) {
                    storage.delete(folder + "/" + t);
                }
            }
        }
    }

    @Override
    public Played newest(int block) throws IOException {
        if (!refusal(storage).isEmpty()) {
            throw new IOException("a block was refused"); // trying again would end the same way
        }
        IOException damaged = null;
        for (int t : rounds(storage, "state")) {
            try {
                return played(t, block);
            } catch (NoSuchFileException e) {
                // of another block, which was further
            } catch (IOException e) {
                damaged = e; // torn: the one before will do
            }
        }
        try {
            return played(0, block);
        } catch (IOException e) {
            throw new IOException(
                    storage.uri() + " has nothing that block " + block
                            + " could start from: a checkpoint has to be where the driver and all executors see it",
                    damaged == null ? e : damaged);
        }
    }

    @Override
    public Played played(int t, int block) throws IOException {
        String name = t == 0 ? start(fleet, block) : state(t, block);
        return PlayedFile.read(storage.open(name), name).last();
    }

    @Override
    public BlockFile graph(int graph, int block) throws IOException {
        String name = graphName(fleet, graph, block);
        return BlockFile.read(storage.open(name), name);
    }

    @Override
    public void await(int t, int block, Duration patience, Watch watch) {
        // whatever is to be played was written down before
    }

    @Override
    public boolean isThere(int t, int block) {
        return true;
    }

    @Override
    public RoundPart round(int t, int block, RowsOf rows) throws IOException {
        int[] own = ownRoundsOf(block);
        HittingCosts costs = CostFile.readCosts(storage.open(costs(t, block)), costs(t, block), terms.dimension());
        double b = terms.switchingOf(t);
        double[] weights = b == 1 ? null : new double[costs.agents()];
        if (weights != null) {
            Arrays.fill(weights, b);
        }
        boolean isCoupled = terms.betaOf(t) > 0 && (isAlwaysCoupled || Arrays.binarySearch(coupledRounds, t) >= 0);
        return new RoundPart(
                t,
                terms.betaOf(t),
                isCoupled ? terms.iterations() : 1,
                isCoupled,
                Arrays.binarySearch(own, t) >= 0 ? t : 0,
                costs,
                null,
                weights,
                terms.lookahead() == null
                        ? null
                        : ForecastFile.readOutlook(
                                storage.open(forecasts(t, block)),
                                forecasts(t, block),
                                costs.agents(),
                                terms.dimension()));
    }

    @Override
    public void keep(int t, int block, List<Played> rounds) throws IOException {
        String name = t + "/" + Places.name(block);
        new PlayedFile(rounds.stream().map(Played::withoutActions).toList())
                .write(storage.create("accounts/" + name, true));
        new PlayedFile(rounds.stream().map(Played::withoutBooks).toList())
                .write(storage.create("actions/" + name, true));
        // The state is last: whoever finds it finds the rest.
        new PlayedFile(rounds.subList(rounds.size() - 1, rounds.size())).write(storage.create(state(t, block), true));
        int old = t - KEPT * every;
        if (old > 0) {
            storage.delete(state(old, block));
        }
    }

    @Override
    public void refuse(List<Complaint> complaints) throws IOException {
        RosterFile roster = ownRoundsOf < 0
                ? null
                : RosterFile.read(storage.open(roster(fleet, ownRoundsOf)), roster(fleet, ownRoundsOf));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(complaints.stream().map(one -> named(one, roster)).toArray(Complaint[]::new));
        }
        storage.write(REFUSED, bytes.toByteArray());
    }

    /** A complaint about an agent's number, by its name. */
    private static Complaint named(Complaint one, @Nullable RosterFile roster) {
        Matcher found = NUMBER.matcher(one.where());
        int row = roster == null || !found.find()
                ? -1
                : Arrays.binarySearch(roster.ids(), Integer.parseInt(found.group(1)));
        return roster == null || row < 0
                ? one
                : new Complaint(
                        found.replaceFirst(Matcher.quoteReplacement(
                                "agent \"" + roster.names().get(row) + "\"")),
                        one.found(),
                        one.needed(),
                        one.fix());
    }

    @Override
    public void silent(int after, int attempt, String message) {
        // Spark gives a job up by itself after so many attempts; nobody looks on here
    }

    @Override
    public Credentials credentials(Identity identity) throws IOException {
        Path folder = Files.createTempDirectory("acord-certificates");
        try {
            for (String name : List.of("ca.pem", identity.member() + ".pem", identity.member() + ".key")) {
                byte[] bytes = certificates.get(name);
                if (bytes == null) {
                    throw new AssertionError("no certificate for " + identity.member());
                }
                File file = Files.write(folder.resolve(name), bytes).toFile();
                boolean isPrivate = file.setReadable(false, false) && file.setReadable(true, true);
                if (!isPrivate) {
                    throw new IOException(file + " cannot be kept from others");
                }
            }
            return Credentials.inFolder(folder, identity);
        } finally {
            // Read once; what is gone changes nothing for who has it.
            FolderTree.delete(folder);
        }
    }
}
