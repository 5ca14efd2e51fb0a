package io.acord.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.graph.Coupling;
import io.acord.lab.run.Convergence;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Verdict;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ReportTest {

    private static final List<String> SECTIONS = List.of(
            "verdict",
            "policies",
            "cumulative",
            "parts",
            "ratios",
            "actions",
            "graph",
            "convergence",
            "talk",
            "replay");

    private static final Map<String, RunResult> RUNS = runs();

    private static Map<String, RunResult> runs() {
        double inf = Double.POSITIVE_INFINITY;
        double nan = Double.NaN;
        Map<String, RunResult> runs = new TreeMap<>();
        runs.put("the paper's ring", RunFixtures.of(20).build());
        runs.put("one round", RunFixtures.of(20).horizon(1).build());
        runs.put(
                "two rounds, two repeats",
                RunFixtures.of(20).horizon(2).repeats(2).build());
        runs.put("one repeat", RunFixtures.of(20).repeats(1).build());
        runs.put(
                "one policy",
                RunFixtures.of(20).players(RunFixtures.PAPER.get(0)).build());
        runs.put(
                "only the optimum",
                RunFixtures.of(20).players(RunFixtures.PAPER.get(9)).build());
        runs.put("one agent", RunFixtures.of(1).build());
        runs.put(
                "one of everything",
                RunFixtures.of(1)
                        .horizon(1)
                        .repeats(1)
                        .players(RunFixtures.PAPER.get(6))
                        .convergence()
                        .verdict()
                        .build());
        runs.put("two agents", RunFixtures.of(2).build());
        runs.put("costs of zero", RunFixtures.of(20).scale(0).build());
        runs.put("huge costs", RunFixtures.of(20).scale(1e303).build());
        runs.put("tiny costs", RunFixtures.of(20).scale(1e-320).build());
        runs.put("costs that are no numbers", RunFixtures.of(20).scale(nan).build());
        runs.put("infinite costs", RunFixtures.of(20).scale(inf).build());
        runs.put("many dimensions", RunFixtures.of(20).dimension(4).build());
        runs.put(
                "a bracketed optimum",
                RunFixtures.of(20).bracketed().graphChanges().build());
        runs.put(
                "no guarantee, no certificate",
                RunFixtures.of(20).bestPossible(inf).certificate(inf).build());
        runs.put("no heat", RunFixtures.of(20).withoutHeat().build());
        runs.put(
                "odd convergence",
                RunFixtures.of(20)
                        .convergence(
                                new Convergence("a", List.of(0.0), List.of(), List.of()),
                                new Convergence("b", List.of(nan, inf, -1e-9), List.of(inf), List.of(inf, nan)),
                                new Convergence("c", List.of(), List.of(), List.of()),
                                RunFixtures.variant("long", 0.999, 5000))
                        .build());
        runs.put(
                "convergence in one step",
                RunFixtures.of(20)
                        .convergence(new Convergence("a", List.of(0.0), List.of(0.0), List.of(0.0)))
                        .build());
        runs.put("a star", RunFixtures.of(30).coupling(star(30)).build());
        runs.put(
                "a random graph",
                RunFixtures.of(300).coupling(random(300, 0.03)).build());
        runs.put(
                "everyone with everyone",
                RunFixtures.of(250).coupling(random(250, 1)).build());
        runs.put(
                "nobody with anybody",
                RunFixtures.of(20).coupling(Coupling.none(20, 1)).build());
        runs.put("many policies", RunFixtures.of(20).players(manyPlayers(60)).build());
        runs.put("a long horizon", RunFixtures.of(300).horizon(3000).repeats(3).build());
        runs.put("many repeats", RunFixtures.of(5).horizon(3).repeats(2000).build());
        runs.put(
                "a hundred thousand agents",
                RunFixtures.of(100_000).horizon(5).repeats(2).build());
        runs.put("hostile names", hostile());
        return runs;
    }

    private static RunResult hostile() {
        String evil = "</script><script>alert(1)</script>\"'&<img src=x onerror=alert(2)>\u0000\u0008\uD800\u202E]]>";
        return RunFixtures.of(20)
                .name(evil)
                .scenario("]]></pre>" + evil)
                .agentNames(IntStream.range(0, 20).mapToObj(i -> evil + i).toList())
                .players(
                        new RunFixtures.Player(evil, "acord", 1.1, 100),
                        new RunFixtures.Player("]]>" + evil, evil, 1.2, 0),
                        new RunFixtures.Player("", "opt", 1, 0))
                .convergence(RunFixtures.variant(evil, 0.5, 10))
                .verdict(new Verdict.Check(evil, Verdict.Outcome.BROKEN, evil))
                .build();
    }

    private static Coupling star(int agents) {
        Coupling.Builder builder = Coupling.builder(agents, 1);
        for (int i = 1; i < agents; i++) {
            builder.edge(0, i, i);
        }
        return builder.build();
    }

    private static Coupling random(int agents, double p) {
        java.util.Random random = new java.util.Random(3);
        Coupling.Builder builder = Coupling.builder(agents, 1);
        for (int i = 0; i < agents; i++) {
            for (int j = i + 1; j < agents; j++) {
                if (random.nextDouble() < p) {
                    builder.edge(i, j, 0.1 + random.nextDouble());
                }
            }
        }
        return builder.build();
    }

    private static RunFixtures.Player[] manyPlayers(int n) {
        return IntStream.range(0, n)
                .mapToObj(
                        i -> new RunFixtures.Player("policy-" + i, i % 7 == 0 ? "acord" : "lpc", 1 + i / 10.0, i * 40))
                .toArray(RunFixtures.Player[]::new);
    }

    static Stream<String> everyRun() {
        return RUNS.keySet().stream();
    }

    private static final Map<String, String> PAGES = new ConcurrentHashMap<>();

    private static String html(String name) {
        return PAGES.computeIfAbsent(name, n -> Report.html(run(n)));
    }

    private static RunResult run(String name) {
        RunResult run = RUNS.get(name);
        if (run == null) {
            throw new AssertionError("no run " + name);
        }
        return run;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("everyRun")
    void everyRunGivesAWellFormedPageWithAllItsSections(String name) throws Exception {
        Document page = parse(html(name));
        Set<String> ids = new HashSet<>();
        for (Element element : elements(page)) {
            String id = element.getAttribute("id");
            assertThat(id.isEmpty() || ids.add(id)).as("id " + id + " twice").isTrue();
        }
        assertThat(ids).containsAll(SECTIONS);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("everyRun")
    void noPageAsksAnybodyForAnything(String name) throws Exception {
        String html = html(name);
        assertThat(html).doesNotContain("http://", "https://", "@import");
        assertThat(Pattern.compile("url\\((?!#)").matcher(html).find()).isFalse();
        for (Element element : elements(parse(html))) {
            for (String attribute : List.of("src", "href", "xlink:href", "action", "srcset", "data")) {
                assertThat(element.getAttribute(attribute))
                        .satisfiesAnyOf(
                                value -> assertThat(value).isEmpty(),
                                value -> assertThat(value).startsWith("#"),
                                value -> assertThat(value).startsWith("data:"));
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("everyRun")
    void noDrawingHasACoordinateThatIsNoNumber(String name) throws Exception {
        for (Element element : elements(parse(html(name)))) {
            for (String attribute :
                    List.of("d", "x", "y", "width", "height", "transform", "viewBox", "points", "data-frame")) {
                assertThat(element.getAttribute(attribute)).doesNotContain("NaN", "Infinity", "∞", "922337203685477");
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("everyRun")
    void everyDrawingHasATitleAndADescription(String name) throws Exception {
        for (Element svg : elements(parse(html(name)))) {
            if (svg.getTagName().equals("svg")
                    && !svg.getAttribute("aria-hidden").equals("true")) {
                assertThat(svg.getElementsByTagName("title").getLength()).isPositive();
                assertThat(svg.getElementsByTagName("desc").getLength()).isPositive();
                assertThat(svg.getAttribute("aria-labelledby")).isNotEmpty();
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("everyRun")
    void noPageIsLargerThanAFewMegabytes(String name) {
        assertThat(html(name).getBytes(StandardCharsets.UTF_8).length).isLessThan(4_000_000);
    }

    @Test
    void theSameRunGivesTheSameBytes() {
        String once = Report.html(RunFixtures.of(60).coupling(random(60, 0.1)).build());
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(Report.html(RunFixtures.of(60).coupling(random(60, 0.1)).build()))
                    .isEqualTo(once);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void whatUsersWroteStaysText() throws Exception {
        String html = Report.html(hostile());
        assertThat(html).doesNotContain("<script>alert", "<img src=x", "\u0000", "\u0008", "\u202E");
        Document page = parse(html);
        List<Element> scripts = elements(page).stream()
                .filter(e -> e.getTagName().equals("script"))
                .toList();
        assertThat(scripts)
                .allSatisfy(script -> assertThat(script.getAttribute("type").equals("application/json")
                                || script.getTextContent().contains("'use strict'"))
                        .isTrue());
        assertThat(text(page, "replay")).contains("<script>alert(1)</script>");
        // Nothing of a name reaches the style sheet or the script.
        assertThat(elements(page))
                .filteredOn(e -> e.getTagName().equals("style"))
                .allSatisfy(e -> assertThat(e.getTextContent()).doesNotContain("alert"));
    }

    @Test
    void theHeadlineSaysWhatAcordPaidAndThatPromisesWereKept() throws Exception {
        Document page = parse(Report.html(RunFixtures.of(20)
                .players(RunFixtures.PAPER.get(0), RunFixtures.PAPER.get(6), RunFixtures.PAPER.get(9))
                .build()));
        assertThat(text(page, "h1 of verdict"))
                .matches("ACORD paid 1\\.0\\d+ times the hindsight optimum on average\\. Every promise was kept\\.");
    }

    @Test
    void theHeadlineIsAboutTheFirstPolicyOfTheScenarioHoweverCheapOthersAre() throws Exception {
        RunResult acordFirst = RunFixtures.of(20)
                .players(RunFixtures.PAPER.get(0), RunFixtures.PAPER.get(2), RunFixtures.PAPER.get(9))
                .build();
        RunResult localFirst = RunFixtures.of(20)
                .players(RunFixtures.PAPER.get(9), RunFixtures.PAPER.get(6), RunFixtures.PAPER.get(0))
                .build();
        assertThat(Report.headline(acordFirst)).startsWith("ACORD paid 1.02");
        assertThat(Report.headline(localFirst))
                .as("the optimum is what the others are measured by")
                .startsWith("local paid 4.");
        Document page = parse(Report.html(acordFirst));
        assertThat(text(page, "h1 of verdict")).startsWith(Report.headline(acordFirst));
        assertThat(text(page, "verdict")).contains("The cheapest online policy was acord-certified");
    }

    @Test
    void theHeadlineSaysThatAPromiseWasBroken() throws Exception {
        Document page = parse(Report.html(RunFixtures.of(20)
                .verdict(
                        new Verdict.Check("a", Verdict.Outcome.KEPT, "fine"),
                        new Verdict.Check("b", Verdict.Outcome.BROKEN, "paid 3 instead of 2"))
                .build()));
        assertThat(text(page, "h1 of verdict")).endsWith("1 of 2 promises was broken.");
        assertThat(text(page, "verdict")).contains("✗ broken", "paid 3 instead of 2");
    }

    @Test
    void whatWasNotCheckedIsNeverCalledKept() throws Exception {
        Document some = parse(Report.html(RunFixtures.of(20)
                .verdict(
                        new Verdict.Check("a", Verdict.Outcome.KEPT, "fine"),
                        new Verdict.Check("b", Verdict.Outcome.SKIPPED, "no optimum to compare with"))
                .build()));
        assertThat(text(some, "h1 of verdict")).endsWith("Every checked promise was kept; 1 was not checked.");
        Document none = parse(Report.html(RunFixtures.of(20)
                .verdict(new Verdict.Check("b", Verdict.Outcome.SKIPPED, "too large"))
                .build()));
        assertThat(text(none, "h1 of verdict")).endsWith("No promise was checked.");
        assertThat(text(none, "verdict")).contains("– not checked", "too large");
    }

    @Test
    void aBracketedOptimumGivesRatiosAsIntervals() throws Exception {
        Document page = parse(html("a bracketed optimum"));
        assertThat(text(page, "h1 of verdict")).contains("between ", " times the hindsight optimum");
        assertThat(text(page, "policies")).containsPattern("\\[1\\.0\\d+, 1\\.0\\d+\\]");
        assertThat(text(page, "ratios")).contains("time limit of 60 s");
        assertThat(text(page, "graph")).contains("later rounds have other graphs");
    }

    @Test
    void theTableIsSortedByCostAndMarksTheBestOnlinePolicy() throws Exception {
        Document page = parse(html("the paper's ring"));
        List<String> names = new ArrayList<>();
        String best = "";
        for (Element row : elements(page)) {
            if (row.getTagName().equals("th") && row.getAttribute("scope").equals("row")) {
                names.add(row.getElementsByTagName("span").item(1).getTextContent());
                best = row.getTextContent().contains("best online") ? names.get(names.size() - 1) : best;
            }
        }
        assertThat(names).hasSize(10).startsWith("opt").endsWith("follow-the-minimizer");
        assertThat(best).isEqualTo("lpc(10)");
    }

    @Test
    void fullPrecisionIsInTheTitles() {
        RunResult run = run("the paper's ring");
        double hitting = run.algorithms().get(0).meanCost().hitting();
        assertThat(Report.html(run)).contains("title=\"" + hitting + "\">" + Numbers.brief(hitting) + "</td>");
    }

    @Test
    void infinityIsShownAndNeverBreaksAChart() throws Exception {
        Document page = parse(html("no guarantee, no certificate"));
        assertThat(text(page, "policies")).contains("∞");
        assertThat(text(page, "verdict")).contains("∞").contains("no guarantee");
    }

    @Test
    void whatIsThinnedOutIsSaidSo() throws Exception {
        Document page = parse(html("a long horizon"));
        assertThat(text(page, "cumulative")).contains("Drawn at 240 of the 3000 rounds");
        assertThat(text(page, "actions")).contains("evenly picked from 300 agents and 3000 rounds");
        Document fleet = parse(html("a hundred thousand agents"));
        assertThat(text(fleet, "graph")).contains("A drawing of 100\u202F000 agents would be a blot", "2 each");
        Document dense = parse(html("everyone with everyone"));
        assertThat(text(dense, "graph")).contains("6000 of the 31\u202F125 edges are drawn");
    }

    @Test
    void aLongScenarioIsCutAndItIsSaidSo() throws Exception {
        Document page = parse(
                Report.html(RunFixtures.of(3).scenario("x".repeat(300_000)).build()));
        assertThat(text(page, "replay")).contains("300\u202F000 characters");
    }

    @Test
    void thePageTellsHowToPlayTheRunAgain() throws Exception {
        assertThat(text(parse(html("the paper's ring")), "replay"))
                .contains(
                        "./acord run ring-of-twenty.yaml --set seed=7",
                        "Seed7",
                        "Acord 0.1.0-SNAPSHOT (4f2c9e1)",
                        "beta: 50  # \"strong\" & <tight>");
    }

    @Test
    void everyPolicyHasOneColourEverywhere() {
        List<PolicyEntry> entries = PolicyEntry.of(run("many policies"));
        Set<String> looks = new HashSet<>();
        for (PolicyEntry entry : entries) {
            assertThat(looks.add(entry.look().color()
                            + entry.look().dashes()
                            + entry.look().marker()))
                    .isTrue();
        }
        for (String of : List.of("many policies", "the paper's ring")) {
            PolicyEntry.of(run(of)).stream()
                    .filter(entry -> entry.name().equals("acord"))
                    .forEach(acord -> assertThat(acord.look().color()).isEqualTo("--k0"));
        }
    }

    /** To look at them: {@code -Dreport.pages=/tmp/pages}. */
    @Test
    void pagesCanBeLookedAt() throws IOException {
        String folder = System.getProperty("report.pages", "");
        if (folder.isEmpty()) {
            return;
        }
        Files.createDirectories(Path.of(folder));
        for (String name : RUNS.keySet()) {
            Files.writeString(Path.of(folder, name.replaceAll("[^a-z]+", "-") + ".html"), html(name));
        }
    }

    private static Document parse(String html) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(html.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Element> elements(Document page) {
        NodeList all = page.getElementsByTagName("*");
        List<Element> elements = new ArrayList<>();
        for (int n = 0; n < all.getLength(); n++) {
            elements.add((Element) all.item(n));
        }
        return elements;
    }

    /** The text of a section, or of the first element of a kind in it. */
    private static String text(Document page, String where) {
        String[] parts = where.split(" of ", 2);
        for (Element element : elements(page)) {
            if (element.getAttribute("id").equals(parts[parts.length - 1])) {
                Element found = parts.length == 1
                        ? element
                        : (Element) element.getElementsByTagName(parts[0]).item(0);
                return found.getTextContent();
            }
        }
        throw new AssertionError("there is no " + where);
    }
}
