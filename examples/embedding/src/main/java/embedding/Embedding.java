package embedding;

import io.acord.Fleet;
import io.acord.acord.Decision;
import io.acord.cost.Quadratic;
import io.acord.fleet.AddressBook;
import io.acord.fleet.AddressBook.Place;
import io.acord.fleet.Member;
import io.acord.fleet.identity.Authority;
import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunResult;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.spark.SparkCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The core, the lab, a fleet of members and Spark, from a program that only knows Acord's jars. */
public final class Embedding {

    private static final String SCENARIO =
            """
            name: ring-of-ten
            horizon: 10
            agents: 10
            beta: 20
            costs: {kind: spikes}
            graph: {kind: ring}
            algorithms:
              - acord: {iterations: 12, variant: accelerated}
            """;

    private Embedding() {}

    /** Plays all four; Spark comes last, because its command ends the program with its exit code. */
    public static void main(String[] args) throws Exception {
        System.out.println("core: " + core());
        System.out.println("lab: " + lab());
        System.out.println("fleet: " + fleet());
        Path folder = Files.createTempDirectory("embedding");
        Path scenario = Files.writeString(folder.resolve("ring.yaml"), SCENARIO);
        System.out.println("spark:");
        SparkCommand.main(new String[] {
            scenario.toString(),
            "--master",
            "local[2]",
            "--blocks",
            "2",
            "--compare",
            "--out",
            folder.resolve("run").toString()
        });
    }

    private static String core() {
        Fleet fleet = Fleet.of(2);
        Decision decision = fleet.decide(fleet.round()
                .cost(0, Quadratic.alpha(1, 0))
                .cost(1, Quadratic.alpha(1, 2))
                .edge(0, 1)
                .beta(3)
                .build());
        return fleet.guarantee().inWords() + "; actions " + decision.actions();
    }

    private static String lab() {
        Scenario scenario = ScenarioReader.readText(SCENARIO, "ring.yaml", Path.of(""), List.of("repeats=2"));
        RunResult result = Experiment.of(scenario).play();
        return "promise kept: " + result.verdict().isKept();
    }

    private static String fleet() throws Exception {
        Path folder = Files.createTempDirectory("two");
        Instant now = Instant.now();
        Authority authority = Authority.create("alpha", now.minusSeconds(60), now.plusSeconds(3600));
        authority.save(folder);
        List<Place> places = new ArrayList<>();
        for (int agent = 0; agent < 2; agent++) {
            authority.issue("drone-" + agent, now.minusSeconds(60), now.plusSeconds(3600)).save(folder);
            places.add(new Place("drone-" + agent, "127.0.0.1", 0, List.of(agent)));
        }
        Map<Integer, String> last = Collections.synchronizedMap(new TreeMap<>());
        Map<String, Integer> ports = new HashMap<>();
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int agent = i;
            Identity me = new Identity("alpha", "drone-" + agent);
            Member member = Member.builder(me, Credentials.inFolder(folder, me), AddressBook.of(places))
                    .start(0.0)
                    .rounds((t, round) -> t > 5
                            ? Optional.empty()
                            : round.cost(agent, Quadratic.alpha(1, agent + t))
                                    .edge(agent, 1 - agent)
                                    .beta(4)
                                    .iterations(15)
                                    .build())
                    .actions(p -> last.put(agent, "%.4f %s".formatted(p.actions().get(0), p.level())))
                    .journal(folder.resolve("journal-" + agent))
                    .deadline(Duration.ofSeconds(5))
                    .open();
            ports.put("drone-" + agent, member.address().getPort());
            members.add(member);
        }
        for (Member member : members) {
            member.join(AddressBook.of(places).at(ports));
        }
        for (Member member : members) {
            member.awaitEnd();
        }
        for (Member member : members) {
            member.close();
        }
        return last.toString();
    }
}
