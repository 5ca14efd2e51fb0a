package io.acord.swarm;

import io.acord.fleet.AddressBook.Place;
import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.internal.system.FolderTree;
import io.acord.lab.options.ConfigFile;
import io.acord.lab.options.Options;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.Scenario;
import io.acord.swarm.part.PartFolder;
import io.acord.swarm.part.PartWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a scenario into the parts of members that are started by hand, on hosts of their own: a part tells what its own
 * agents cost, and of other agents nothing but the ids of neighbours. Immutable.
 */
public final class ScenarioCut {

    private final Scenario scenario;
    private final List<Share> shares;

    /** A member, its agents, and the folder that its file names as its part. */
    public record Share(String member, List<Integer> agents, Path folder) {

        /** Where the part is written before it is whole. */
        private Path unfinished() {
            return folder.resolveSibling(folder.getFileName() + ".unfinished");
        }
    }

    private ScenarioCut(Scenario scenario, List<Share> shares) {
        this.scenario = scenario;
        this.shares = shares;
    }

    /** Reads whom the members' files name as hosts of which agents, and where their parts shall be. */
    public static ScenarioCut of(Scenario scenario, List<Path> files) {
        Complaints complaints = new Complaints();
        ScenarioRoundSource.check(scenario, complaints);
        List<Share> shares = new ArrayList<>();
        Map<Integer, String> hosts = new HashMap<>();
        Map<Path, String> folders = new HashMap<>();
        for (Path file : files) {
            Share share = share(file, scenario, complaints);
            if (share == null) {
                continue;
            }
            shares.add(share);
            for (int agent : share.agents()) {
                String other = hosts.putIfAbsent(agent, share.member());
                if (other != null) {
                    complaints.add(
                            file.toString(),
                            "gives agent " + agent + " to " + share.member(),
                            "an agent lives with one member: this one is with " + other,
                            "correct the agents under members");
                }
            }
            String owner = folders.putIfAbsent(share.folder(), share.member());
            if (owner != null) {
                complaints.add(
                        file + ": part",
                        "is the part of " + owner,
                        "a folder for each member",
                        "name it " + share.member() + ".part");
            } else if (Files.exists(share.folder()) && Files.notExists(new PartFolder(share.folder()).header())) {
                complaints.add(file + ": part", "is there and is no part", "a free name", "choose another one");
            }
        }
        complaints.throwIfAny();
        return new ScenarioCut(scenario, List.copyOf(shares));
    }

    /** The member of a file; null if something is wrong with it. */
    private static @Nullable Share share(Path file, Scenario scenario, Complaints complaints) {
        Complaints own = new Complaints();
        Options top;
        try {
            top = ConfigFile.read(file, "an agent's configuration", own);
        } catch (BadInputException refused) {
            refused.complaints().forEach(complaints::add);
            return null;
        }
        String member = AgentConfig.name(top, "member", "this member's name, as in its certificate");
        List<Place> places = AgentConfig.places(top, new LinkedHashMap<>());
        top.need("part", "the folder where the member will look for its part, such as " + member + ".part");
        Path folder = top.text("part")
                .map(text -> file.toAbsolutePath().resolveSibling(text).normalize())
                .orElse(null);
        Place here = places.stream()
                .filter(place -> place.member().equals(member))
                .findFirst()
                .orElse(null);
        if (here == null && own.isEmpty()) {
            top.complain("members", "a list with " + member + " itself", "add it, with its agents");
        }
        AgentConfig.checkAgents(file, places, scenario, own);
        own.all().forEach(complaints::add);
        return own.isEmpty()
                ? new Share(member, Objects.requireNonNull(here).agents(), Objects.requireNonNull(folder))
                : null;
    }

    /** Writes all parts, or none; those that were there are replaced. Returns whose they are. */
    public List<Share> write(Watcher watcher) throws IOException {
        Map<PartFolder, int[]> agents = new LinkedHashMap<>();
        for (Share share : shares) {
            FolderTree.delete(share.unfinished());
            agents.put(
                    new PartFolder(share.unfinished()),
                    share.agents().stream().mapToInt(Integer::intValue).toArray());
        }
        PartWriter writer = new PartWriter(scenario, scenario.instance(scenario.seed()), agents);
        writer.writeAll(watcher);
        if (!writer.areTold()) {
            writer.delete();
            throw Complaints.refuse(
                    scenario.source().file(),
                    "has costs that are somebody's code",
                    "costs that numbers tell",
                    "give the members the scenario itself: scenario instead of part");
        }
        for (Share share : shares) {
            FolderTree.delete(share.folder());
            Files.move(share.unfinished(), share.folder());
        }
        return shares;
    }
}
