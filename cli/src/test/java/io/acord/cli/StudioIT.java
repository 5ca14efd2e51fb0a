package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.fleet.MemberHealth;
import io.acord.lab.draw.PolicyPalette;
import io.acord.swarm.StatusServer;
import io.acord.swarm.live.FeedStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * {@code acord studio} in a browser, as a person uses it, on the jar that was just packaged. Pictures of each view are
 * in {@code target/studio}.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "signals")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StudioIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    @SuppressWarnings("NullAway.Init") // before all tests
    private static Path folder;

    private final List<String> expected = new ArrayList<>(); // errors of the console that a test asked for

    @SuppressWarnings("NullAway.Init") // before all tests
    private Browser browser;

    @SuppressWarnings("NullAway.Init") // before all tests
    private Commands commands;

    @SuppressWarnings("NullAway.Init") // before all tests
    private Process studio; // the one that was started last

    @SuppressWarnings("NullAway.Init") // before all tests
    private String address;

    @BeforeAll
    void start() throws IOException, InterruptedException {
        browser = Browser.start(folder.resolve("profile"));
        browser.prefer("light");
        commands = new Commands(folder);
        Process one = commands.start("run", "--set", "repeats=1", "--out", "runs/figure-1");
        Process other =
                commands.start("run", "--set", "repeats=1", "--set", "beta=10", "--out", "runs/figure-1-beta-10");
        address = studio("studio.txt", 0);
        commands.finish(one);
        commands.finish(other);
    }

    @AfterAll
    void end() {
        if (browser != null) {
            browser.close();
        }
        if (commands != null) {
            commands.close();
        }
    }

    @BeforeEach
    void light() {
        expected.clear();
        browser.size(1440, 960);
        browser.prefer("light");
    }

    @AfterEach
    void theConsoleIsQuiet() {
        assertThat(browser.errors())
                .as("errors in the browser's console")
                .allMatch(error -> expected.stream().anyMatch(error::contains));
    }

    /** Starts a studio and waits for its address, which it prints to this file. */
    private String studio(String file, int port, String... more) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("studio", "--port", Integer.toString(port), "--runs", "runs"));
        words.addAll(List.of(more));
        studio = commands.startPrintingTo(file, words.toArray(String[]::new));
        Path printed = folder.resolve(file);
        Pattern address = Pattern.compile("http://127\\.0\\.0\\.1:\\d+(?=/?\\s)");
        for (int k = 0; k < 2400 && studio.isAlive(); k++) {
            Matcher found = address.matcher(Files.readString(printed));
            if (found.find()) {
                return found.group();
            }
            Thread.sleep(25);
        }
        throw new AssertionError("no address: " + Files.readString(printed));
    }

    // ---- the play view

    private void openPlay() {
        browser.open(address + "/#play");
        awaitShown("1:12:acord");
    }

    /** Waits until the page shows a round, an iteration and a policy. */
    private void awaitShown(String what) {
        browser.awaitTrue("the page to show " + what, () -> shown().equals(what));
    }

    private String shown() {
        return String.valueOf(browser.find("#view-play").getDomAttribute("data-shown"));
    }

    private JsonNode last(String chart) {
        return JSON.readTree(String.valueOf(browser.see(chart).getDomAttribute("data-last")));
    }

    @Test
    void theDefaultScenarioIsSteppedByRoundAndByIteration() throws IOException {
        openPlay();
        double first = last("chart-total").get("acord").asDouble();
        browser.click("on");
        awaitShown("2:12:acord");
        assertThat(browser.see("round").getText()).isEqualTo("2 / 20");
        assertThat(last("chart-total").get("acord").asDouble()).isGreaterThan(first);
        assertThat(last("chart-ratio").get("acord").asDouble()).isPositive();

        browser.click("k-back");
        awaitShown("2:11:acord");
        browser.click("k-on");
        awaitShown("2:12:acord");
        browser.click("k-on"); // from the last iteration on to the next round's start
        awaitShown("3:0:acord");
        assertThat(browser.see("where").getText()).contains("round 3, iterate 0", "20 agents", "20 edges");

        browser.choose("speed", "0");
        browser.click("go");
        browser.awaitTrue("the last round", () -> shown().equals("20:12:acord"));
        browser.awaitTrue(
                "the end of playing", () -> "Play".equals(browser.see("go").getDomAttribute("aria-label")));
        assertThat(browser.see("verdict").getText())
                .contains("promise", "✓ kept", "the first of 20 repeats, the one of seed 1");
        browser.size(1440, 1570); // all of it in one picture
        browser.picture("play");

        assertThat(browser.script(
                        "performance.getEntriesByType('resource').every(e => e.name.startsWith(location.origin))"))
                .as("nothing comes from elsewhere")
                .isEqualTo("true");

        browser.click("back");
        awaitShown("19:12:acord");
        assertThat(browser.see("play-state").getText()).isEmpty();
    }

    @Test
    void theNumbersAreThoseOfRun() throws IOException {
        openPlay();
        browser.click("last");
        awaitShown("20:12:acord");
        JsonNode summary = JSON.readTree(Files.readString(folder.resolve("runs/figure-1/summary.json")));
        List<String> compared = new ArrayList<>();
        for (JsonNode algorithm : summary.get("algorithms")) {
            String name = algorithm.get("name").asString();
            List<Double> numbers = new ArrayList<>();
            for (WebElement cell : browser.all("[data-test=paid] tr[data-policy='" + name + "'] td[data-value]")) {
                String value = String.valueOf(cell.getDomAttribute("data-value"));
                numbers.add(value.isEmpty() ? Double.NaN : Double.parseDouble(value));
            }
            assertThat(numbers)
                    .as(name)
                    .containsExactly(
                            algorithm.get("total").get("mean").asDouble(),
                            algorithm.get("hitting").asDouble(),
                            algorithm.get("switching").asDouble(),
                            algorithm.get("dissimilarity").asDouble(),
                            algorithm.get("ratioToOpt").get("mean").asDouble(),
                            algorithm.get("certificate").asDouble(Double.NaN),
                            algorithm.get("messagesPerRound").asDouble(),
                            algorithm.get("bytesPerRound").asDouble());
            compared.add(name);
        }
        assertThat(compared)
                .contains("acord", "acord-certified", "lpc(10)", "robd", "opt")
                .hasSize(12);
        // The curve ends at the total, too; it was summed up here round by round.
        double total = summary.get("algorithms").get(0).get("total").get("mean").asDouble();
        assertThat(last("chart-total").get("acord").asDouble()).isCloseTo(total, within(1e-9 * total));
    }

    @Test
    void theForcesOnAnAgentSumToZero() throws IOException {
        openPlay();
        browser.click("on");
        awaitShown("2:12:acord");
        WebElement graph = browser.see("graph");
        JsonNode places = JSON.readTree(String.valueOf(graph.getDomAttribute("data-places")));
        assertThat(places.size()).isEqualTo(20);
        browser.clickAt(
                graph, places.get(7).get(0).asInt(), places.get(7).get(1).asInt());
        browser.awaitTrue(
                "the explanation of agent 7",
                () -> "7".equals(browser.see("explain").getDomAttribute("data-agent")));
        assertThat(browser.see("why").getText()).isNotBlank();

        double sum = 0;
        double largest = 0;
        List<WebElement> forces = browser.all("[data-test=force]");
        for (WebElement force : forces) {
            double pull = Double.parseDouble(String.valueOf(force.getDomAttribute("data-force")));
            sum += pull;
            largest = Math.max(largest, Math.abs(pull));
        }
        assertThat(forces).as("own cost, past, two neighbours").hasSize(4);
        assertThat(largest).isPositive();
        assertThat(Math.abs(sum)).isLessThan(1e-9 * largest);
        assertThat(browser.see("explain").getText()).contains("zero up to rounding", "neighbour 6", "neighbour 8");
        assertThat(browser.see("talk").findElements(By.cssSelector("tbody tr"))).hasSize(2);
        browser.picture("explain");

        // Any iterate, too, and another agent by its number.
        browser.click("k-back");
        awaitShown("2:11:acord");
        browser.write("agent", "13");
        browser.awaitTrue(
                "the explanation of agent 13",
                () -> "13".equals(browser.see("explain").getDomAttribute("data-agent")));
        assertThat(Double.parseDouble(String.valueOf(browser.see("explain").getDomAttribute("data-sum"))))
                .isLessThan(1e-9
                        * Double.parseDouble(
                                String.valueOf(browser.see("explain").getDomAttribute("data-largest"))));
        browser.click("tab-curves");
        assertThat(browser.see("explain").isDisplayed()).isFalse();
    }

    @Test
    void anotherBetaChangesTheCurveAndLeavesAGhost() throws IOException {
        openPlay();
        browser.script("document.querySelector('[data-test=round-slider]').focus()");
        browser.press(Keys.END);
        awaitShown("20:12:acord");
        double before = last("chart-total").get("acord").asDouble();
        assertThat(browser.see("chart-total").getDomAttribute("data-ghosts")).isEqualTo("0");
        browser.write("beta", "10");
        browser.awaitText("change", "β = 50 → 10: acord paid");
        awaitShown("20:12:acord");
        double after = last("chart-total").get("acord").asDouble();
        assertThat(after).isNotEqualTo(before);
        JsonNode summary = JSON.readTree(Files.readString(folder.resolve("runs/figure-1-beta-10/summary.json")));
        assertThat(after)
                .isCloseTo(
                        summary.get("algorithms")
                                .get(0)
                                .get("total")
                                .get("mean")
                                .asDouble(),
                        within(1e-6 * after));
        assertThat(Integer.parseInt(String.valueOf(browser.see("chart-total").getDomAttribute("data-ghosts"))))
                .isGreaterThan(5);
        browser.picture("change");

        browser.write("iterations", "3");
        awaitShown("20:3:acord");
        browser.choose("variant", "auto");
        browser.awaitText("change", "→ auto");
        browser.awaitTrue(
                "the page to be done", () -> browser.find("#view-play").getDomAttribute("aria-busy") == null);
        expected.add("422"); // the console repeats what the server refuses
        browser.write("beta", "-1");
        browser.awaitText("change", "beta");
        assertThat(browser.see("change").getText()).contains("needed");
        assertThat(browser.see("beta").getDomAttribute("aria-invalid")).isEqualTo("true");
        browser.click("restart");
        awaitShown("1:12:acord");
        assertThat(browser.see("beta").getDomProperty("value")).isEqualTo("50");
    }

    @Test
    void aBrokenScenarioIsComplainedAboutAtItsLine() throws IOException {
        openPlay();
        browser.click("edit");
        String text =
                "name: broken\nhorizon: 5\nagents: 4\nbta: 3\nbeta: -3\ncosts: {kind: drift}\ngraph: {kind: ring}\nalgorithms: [acord]\n";
        WebElement paper = browser.see("text");
        paper.sendKeys(Keys.chord(Keys.CONTROL, "a"), text);
        browser.awaitText("complaints", "line 4");
        browser.awaitText("complaints", "line 5");
        assertThat(browser.see("complaints").getText()).contains("bta", "needed:", "fix:");
        assertThat(browser.all("#gutter b").stream().map(WebElement::getText)).containsExactly("4", "5");
        browser.picture("editor");

        browser.all("[data-test=complaints] button").get(0).click();
        assertThat(browser.script("document.activeElement.id + document.activeElement.selectionStart"))
                .isEqualTo("text" + text.indexOf("bta"));
        expected.add("422");
        browser.click("editor-play");
        browser.awaitText("editor-word", "not played");
        assertThat(browser.see("complaints").getText()).contains("line 4", "line 5");

        paper.sendKeys(
                Keys.chord(Keys.CONTROL, "a"), text.replace("bta: 3\n", "").replace("beta: -3", "beta: 3"));
        browser.awaitText("editor-word", "nothing to complain about");
        browser.click("editor-play");
        browser.awaitTrue("the scenario to play", () -> shown().startsWith("1:"));
        browser.awaitTrue("the fleet", () -> browser.see("where").getText().contains("4 agents"));
        assertThat(browser.see("editor").isDisplayed()).isFalse();
    }

    @Test
    void dronesAreDrawnWhereTheyAreInDarkColoursToo() throws IOException {
        browser.prefer("dark");
        browser.open(address + "/#play");
        awaitShown("1:12:acord");
        assertThat(browser.script("getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(18, 21, 25)");
        browser.choose("scenario", "drones");
        browser.awaitTrue("16 drones", () -> browser.see("where").getText().contains("16 agents"));
        browser.script("document.querySelector('[data-test=round-slider]').focus()");
        browser.press(Keys.END);
        browser.awaitTrue("the last round", () -> shown().startsWith("60:"));
        browser.awaitTrue(
                "obstacles near the last rounds",
                () -> Integer.parseInt(String.valueOf(browser.find("#graph").getDomAttribute("data-obstacles"))) > 0);
        browser.picture("drones-dark");
        browser.click("theme");
        assertThat(browser.script("getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(255, 255, 255)");
        browser.click("theme");
        assertThat(browser.script("getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(18, 21, 25)");
        browser.click("theme"); // as the system again
    }

    @Test
    void aThousandAgentsAreDrawnEachAndAHundredThousandInGroups() throws IOException {
        openPlay();
        browser.choose("scenario", "thousand");
        browser.awaitTrue("1000 agents", () -> browser.see("where").getText().contains("1000 agents"));
        browser.click("on");
        browser.awaitTrue("round 2", () -> shown().startsWith("2:"));
        browser.picture("thousand");
        browser.choose("scenario", "hundred-thousand");
        browser.awaitTrue("groups", () -> browser.see("where").getText().contains("groups"));
        assertThat(browser.see("where").getText()).contains("100\u202F000 agents in ");
        browser.click("on");
        browser.awaitTrue("round 2", () -> shown().startsWith("2:"));
        browser.picture("hundred-thousand");
    }

    @Test
    void keysAreEnough() {
        openPlay();
        browser.press(Keys.ARROW_RIGHT);
        awaitShown("2:12:acord");
        browser.pressWithShift(Keys.ARROW_LEFT);
        awaitShown("2:11:acord");
        browser.pressWithShift(Keys.ARROW_RIGHT);
        awaitShown("2:12:acord");
        browser.press(Keys.ARROW_LEFT);
        awaitShown("1:12:acord");
        browser.press("]");
        browser.awaitTrue(
                "agent 0 explained", () -> "0".equals(browser.see("explain").getDomAttribute("data-agent")));
        browser.press("]");
        browser.awaitTrue(
                "agent 1 explained", () -> "1".equals(browser.see("explain").getDomAttribute("data-agent")));
        browser.press(Keys.ESCAPE);
        assertThat(browser.see("explain").isDisplayed()).isFalse();
        browser.press(Keys.SPACE);
        browser.awaitTrue("play to go on", () -> !shown().startsWith("1:"));
        browser.press(Keys.SPACE);
        browser.awaitTrue("pause", () -> "Play".equals(browser.see("go").getDomAttribute("aria-label")));

        // Tab reaches every control, in the order in which one reads, and each can be seen to have the focus.
        browser.script("document.activeElement.blur()");
        List<String> reached = new ArrayList<>();
        for (int k = 0; k < 60 && !reached.contains("round-slider"); k++) {
            browser.press(Keys.TAB);
            reached.add(browser.script("document.activeElement.dataset.test ?? ''"));
            assertThat(browser.script("getComputedStyle(document.activeElement).outlineStyle"))
                    .as(reached.toString())
                    .isNotEqualTo("none");
        }
        assertThat(reached)
                .containsSubsequence(
                        "scenario",
                        "edit",
                        "beta",
                        "iterations",
                        "variant",
                        "degree",
                        "seed",
                        "policy",
                        "graph",
                        "tab-curves",
                        "go",
                        "on",
                        "round-slider");
        browser.script("document.activeElement.blur()");
        browser.press("2");
        browser.awaitTrue("the adversary", () -> browser.see("adversary-move").isDisplayed());
    }

    @Test
    void nothingMovesWhileItPlays() {
        openPlay();
        String code =
                "JSON.stringify(['.transport', '#graph', '#chart-total canvas', '#chart-gap canvas', '.verdict h2', '#paid']"
                        + ".map(s => { const b = document.querySelector(s).getBoundingClientRect(); return [b.left, b.top].map(Math.round); }))";
        String before = browser.script(code);
        browser.choose("speed", "150");
        browser.click("go");
        Map<String, String> seen = new TreeMap<>();
        browser.awaitTrue("the last round", () -> {
            seen.put(shown(), browser.script(code));
            return shown().equals("20:12:acord");
        });
        assertThat(seen.values()).allMatch(before::equals);
    }

    @Test
    void aPageThatIsClosedLeavesNoPlay() throws IOException, InterruptedException {
        openPlay();
        String play = browser.find("#view-play").getDomAttribute("data-play");
        HttpRequest asking = HttpRequest.newBuilder(URI.create(address + "/api/plays/" + play))
                .build();
        HttpClient client = HttpClient.newHttpClient();
        assertThat(client.send(asking, HttpResponse.BodyHandlers.discarding()).statusCode())
                .isEqualTo(200);
        browser.open("about:blank");
        int status = 200;
        for (int k = 0; k < 400 && status == 200; k++) {
            Thread.sleep(25);
            status = client.send(asking, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
        assertThat(status).isEqualTo(404);
    }

    @Test
    void aNarrowWindowIsEnough() throws IOException {
        browser.size(800, 1200);
        openPlay();
        assertThat(Integer.parseInt(browser.script("document.documentElement.scrollWidth")))
                .as("nothing sticks out")
                .isLessThanOrEqualTo(800);
        browser.picture("narrow");
    }

    /** What sticks out of the window, or of what it stands in; tables may be scrolled by hand. */
    private static final String OUTSIDE = """
            JSON.stringify([...document.querySelectorAll('main *, header.top *')]
              .filter(e => e.checkVisibility() && !e.closest('.scroll, .fleet-table, .explain table, svg, .paper, .unseen'))
              .filter(e => { const b = e.getBoundingClientRect();
                return b.width > 1 && (b.right > innerWidth + 1 || b.left < -1
                  || (e.matches('button, select, input, h2, label.button') && e.scrollWidth > e.clientWidth + 1 && !e.matches('input[type=range]'))); })
              .map(e => e.tagName + '#' + e.id + '.' + e.className + ' ' + (e.textContent ?? '').slice(0, 20)))
            """;

    @Test
    void nothingSticksOutInAnyWidthAndColours() throws IOException {
        for (int width : WIDTHS) {
            browser.size(width, 1000);
            for (String view : List.of("play", "explain", "adversary", "fleet", "runs", "build")) {
                browser.prefer("light");
                browser.open(address + "/#" + view);
                if (view.equals("play") || view.equals("explain")) {
                    awaitShown("1:12:acord");
                } else if (view.equals("runs")) {
                    browser.find("[data-run='figure-1']").click();
                    browser.awaitTrue(
                            "a card", () -> browser.all("[data-run-card]").size() == 1);
                } else {
                    browser.awaitTrue(
                            "the view", () -> browser.find("#view-" + view).isDisplayed());
                }
                nothingSticksOut(view, width);
            }
        }
    }

    private static final int[] WIDTHS = {400, 1280, 2560};

    /** Of the view that is open, in any width. */
    private void nothingSticksOut(String view) throws IOException {
        for (int width : WIDTHS) {
            browser.size(width, 1000);
            nothingSticksOut(view, width);
        }
    }

    private void nothingSticksOut(String view, int width) throws IOException {
        for (String scheme : List.of("light", "dark")) {
            browser.prefer(scheme);
            String what = view + " at " + width + " px, " + scheme;
            assertThat(Integer.parseInt(browser.script("document.documentElement.scrollWidth")))
                    .as(what)
                    .isLessThanOrEqualTo(width);
            assertThat(browser.script(OUTSIDE)).as(what).isEqualTo("[]");
            browser.picture(view + "-" + width + "-" + scheme);
        }
    }

    @Test
    void anAgentThatLooksAheadShowsItsPlanItsAccountAndWhy() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("ahead.yaml"), """
                horizon: 6
                agents: 5
                costs: {kind: spikes}
                graph: {kind: ring}
                forecasts: {kind: noise, sd: 3}
                algorithms: [foresight: {window: 2, trust: 0.2}, acord]
                """);
        String own = studio("ahead.txt", 0, "ahead.yaml");
        browser.open(own + "/#play");
        browser.awaitTrue("the fleet", () -> browser.see("where").getText().contains("5 agents"));
        browser.click("tab-explain");
        browser.awaitText("foresight-why", "Agent 0: ");
        assertThat(browser.see("gamma").getText()).matches("[0-9.e-]+");
        assertThat(browser.see("account").getText()).isNotEmpty();
        assertThat(browser.all("[data-test='window'] tbody tr")).hasSize(3);
        for (int t = 2; t <= 5; t++) {
            browser.click("on");
            String at = "foresight, round " + t;
            browser.awaitTrue(at, () -> browser.find("#explain").getText().contains(at));
        }
        assertThat(browser.find("#explain").getText()).contains("γ and account over 5 rounds");
        nothingSticksOut("foresight");
        browser.open("about:blank");
        studio.destroy();
        studio.waitFor(30, TimeUnit.SECONDS);
    }

    @Test
    void liveAgentsShowWhoFeedsThemAndWhoIsLate() throws IOException {
        FeedStatus feed = new FeedStatus(
                "http://127.0.0.1:7101",
                "hold",
                List.of(
                        new FeedStatus.OfAgent("north", 12, 0, ""),
                        new FeedStatus.OfAgent(
                                "south", 9, 3, "no cost came in time, so its action is the one before")));
        try (StatusServer member = StatusServer.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                () -> new MemberHealth("depot", true, true, 12, false, 1, 1, "2030-01-01T00:00:00Z"),
                () -> "acord_round 12.0\n",
                () -> Optional.of(feed),
                null,
                new PrintWriter(new StringWriter()))) {
            browser.open(address + "/#fleet");
            browser.write("swarm-folder", "127.0.0.1:" + member.address().getPort());
            browser.see("swarm-folder").submit();
            browser.awaitTrue(
                    "the controllers",
                    () -> browser.all("[data-test='controllers'] tbody tr").size() == 2);
            assertThat(browser.find("[data-agent='north']").getText())
                    .contains("depot", "http://127.0.0.1:7101", "never");
            assertThat(browser.find("[data-agent='south']").getText())
                    .contains("9", "3 rounds", "no cost came in time");
            nothingSticksOut("live");
            browser.open("about:blank");
        }
    }

    @Test
    void aScenarioIsOpenedEditedAndSavedToItsFile() throws IOException, InterruptedException {
        Path file = folder.resolve("mine.yaml");
        Files.writeString(
                file,
                "name: mine\nhorizon: 3\nagents: 4\nbeta: 2\ncosts: {kind: drift}\ngraph: {kind: ring}\nalgorithms: [acord]\n");
        String own = studio("own.txt", 0, "mine.yaml");
        browser.open(own + "/#play");
        browser.awaitTrue("the fleet", () -> browser.see("where").getText().contains("4 agents"));
        browser.click("edit");
        WebElement paper = browser.see("text");
        assertThat(String.valueOf(paper.getDomProperty("value"))).startsWith("name: mine");
        paper.sendKeys(Keys.chord(Keys.CONTROL, Keys.END), "# changed here\n");
        browser.click("editor-save");
        browser.awaitText("editor-word", "saved mine.yaml");
        assertThat(Files.readString(file)).endsWith("# changed here\n");
        Files.writeString(file, "name: theirs\n");
        expected.add("409");
        browser.click("editor-save");
        browser.awaitText("editor-word", "changed by somebody else");
        assertThat(Files.readString(file)).isEqualTo("name: theirs\n");
        browser.click("editor-close");
        browser.choose("scenario", "figure-1");
        browser.awaitTrue("Figure 1", () -> browser.see("where").getText().contains("20 agents"));
        browser.click("edit");
        browser.click("editor-save"); // an example is not written over the file
        browser.awaitText("editor-word", "among the browser's downloads");
        assertThat(Files.readString(file)).isEqualTo("name: theirs\n");
        browser.open("about:blank");
        studio.destroy();
        studio.waitFor(30, TimeUnit.SECONDS);
    }

    @Test
    void aScenarioIsBuiltByClickingAndPlayed() throws IOException {
        browser.open(address + "/#build");
        WebElement board = browser.see("build-board");
        assertThat(browser.see("build-play").isEnabled()).isFalse();
        for (int[] place : new int[][] {{100, 100}, {300, 120}, {200, 300}}) {
            browser.clickAt(board, place[0], place[1]);
        }
        browser.awaitText("build-word", "3 agents, 0 edges");
        browser.drag(board, 100, 100, 300, 120);
        browser.drag(board, 300, 120, 200, 300);
        browser.awaitText("build-word", "3 agents, 2 edges");
        browser.write("build-weight", "2");
        browser.clickAt(board, 200, 300);
        browser.write("build-v", "4, 8, oops");
        browser.awaitText("build-word", "v of c is a number");
        assertThat(browser.see("build-play").isEnabled()).isFalse();
        browser.write("build-v", "4, 8");
        browser.clickAt(board, 400, 400);
        browser.awaitText("build-word", "4 agents, 2 edges");
        browser.press(Keys.DELETE);
        browser.awaitText("build-word", "3 agents, 2 edges");
        browser.picture("build");
        browser.click("build-play");
        browser.awaitTrue("three agents", () -> browser.see("where").getText().contains("3 agents · 2 edges"));
        browser.click("edit");
        assertThat(String.valueOf(browser.see("text").getDomProperty("value")))
                .contains("agents: [a, b, c]", "    2,c,1,8", "    ,a,b,1", "    ,b,c,2");
        browser.awaitText("editor-word", "nothing to complain about");
    }

    /** Names are text in every view and in the report, whatever they look like. */
    @Test
    void namesThatLookLikeMarkupAreTextOnEveryPage() throws Exception {
        String evil = "<img src=x onerror=window.evil=1>\"'&<svg onload=window.evil=2>";
        String quoted = '"' + evil.replace("\"", "\\\"") + '"';
        Files.writeString(
                folder.resolve("evil.yaml"),
                "name: " + quoted + "\nhorizon: 3\nagents: [" + quoted + ", b, c]\nbeta: 2\ncosts: {kind: drift}\n"
                        + "graph: {kind: ring}\nalgorithms:\n  - acord: {iterations: 3, name: " + quoted
                        + "}\n  - local\n");
        commands.finish(commands.start("run", "evil.yaml", "--out", "runs/evil"));
        String own = studio("evil.txt", 0, "evil.yaml");
        browser.open(own + "/#play");
        browser.awaitTrue("the fleet", () -> browser.see("where").getText().contains("3 agents"));
        isText("play", evil);
        browser.open(own + "/#runs");
        browser.find("[data-run='evil']").click();
        browser.awaitTrue("the card", () -> !browser.all("[data-run-card]").isEmpty());
        isText("runs", evil);
        for (String view : List.of("adversary", "fleet", "build")) {
            browser.open(own + "/#" + view);
            isText(view, "");
        }
        browser.open(folder.resolve("runs/evil/report.html").toUri().toString());
        isText("report", evil);
        browser.open("about:blank");
        studio.destroy();
        studio.waitFor(30, TimeUnit.SECONDS);
    }

    private void isText(String page, String shown) {
        browser.awaitTrue(
                page + " to show " + shown,
                () -> browser.script("document.body.textContent").contains(shown));
        assertThat(browser.script("String(window.evil)")).as(page).isEqualTo("undefined");
        assertThat(browser.all("img[onerror], svg[onload]")).as(page).isEmpty();
    }

    @Test
    void policiesLookAsInReports() {
        openPlay();
        List<String> names = new ArrayList<>(List.of("robd", "acord", "mine", "theirs, too", "\u03b2 = 3", "lado"));
        for (int k = 0; k < 12; k++) {
            names.add("policy-" + k);
        }
        browser.script("(import('/page/look.js').then(m => { m.adopt(" + JSON.writeValueAsString(names)
                + "); window.looks = JSON.stringify(" + JSON.writeValueAsString(names)
                + ".map(n => m.look(n).slot)); }), 0)");
        browser.awaitTrue(
                "the looks", () -> !browser.script("window.looks ?? ''").isEmpty());
        assertThat(browser.script("window.looks"))
                .isEqualTo(JSON.writeValueAsString(PolicyPalette.looks(names).values()));
    }

    // ---- the other views

    @Test
    void theAdversaryDrivesAcordTowardsTheBestRatio() throws IOException {
        browser.open(address + "/#adversary");
        browser.awaitTrue("a game", () -> browser.find("#view-adversary").getDomAttribute("data-best") != null);
        browser.write("adversary-rounds", "30");
        browser.click("adversary-new");
        browser.awaitText("adversary-round", "/ 30");
        browser.click("adversary-acord");
        browser.awaitTrue(
                "a move", () -> "1".equals(browser.find("#view-adversary").getDomAttribute("data-moves")));
        double first =
                Double.parseDouble(String.valueOf(browser.see("adversary-ratio").getDomAttribute("data-value")));
        browser.click("adversary-all");
        browser.awaitTrue("the end", () -> !browser.see("adversary-move").isEnabled());
        double best = Double.parseDouble(
                String.valueOf(browser.find("#view-adversary").getDomAttribute("data-best")));
        double ratio =
                Double.parseDouble(String.valueOf(browser.see("adversary-ratio").getDomAttribute("data-value")));
        assertThat(ratio).isGreaterThan(first).isBetween(0.95 * best, best * (1 + 1e-9));
        browser.picture("adversary");

        // A person may move, too; to move before the call is what the adversary waits for.
        browser.click("adversary-new");
        browser.awaitText("adversary-round", "0 /");
        browser.click("adversary-move");
        browser.awaitText("adversary-round", "1 /");
        browser.see("adversary-slider").sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
        browser.click("adversary-move");
        browser.awaitTrue("the end", () -> !browser.see("adversary-move").isEnabled());
        assertThat(browser.see("adversary-ratio").getText()).isEqualTo("∞");
        assertThat(browser.see("adversary-words").getText()).isNotBlank();
    }

    @Test
    void twoRunsAreComparedSideBySide() throws IOException {
        browser.open(address + "/#runs");
        browser.find("[data-run='figure-1']").click();
        browser.find("[data-run='figure-1-beta-10']").click();
        browser.awaitTrue("two cards", () -> browser.all("[data-run-card]").size() == 2);
        List<String> totals = new ArrayList<>();
        for (String run : List.of("figure-1", "figure-1-beta-10")) {
            JsonNode summary = JSON.readTree(Files.readString(folder.resolve("runs/" + run + "/summary.json")));
            totals.add(Double.toString(
                    summary.get("algorithms").get(0).get("total").get("mean").asDouble()));
        }
        browser.awaitTrue(
                "the table",
                () -> browser.all("[data-test=comparison] tr[data-policy='acord'] td")
                                .size()
                        == 6);
        List<WebElement> cells = browser.all("[data-test=comparison] tr[data-policy='acord'] td");
        assertThat(Double.parseDouble(String.valueOf(cells.get(0).getDomAttribute("data-value"))))
                .isEqualTo(Double.parseDouble(totals.get(0)));
        assertThat(Double.parseDouble(String.valueOf(cells.get(3).getDomAttribute("data-value"))))
                .isEqualTo(Double.parseDouble(totals.get(1)));
        assertThat(browser.see("incomparable").getText()).contains("beta: 50 or 10");
        assertThat(browser.all(".better")).as("another beta is another problem").isEmpty();
        browser.picture("runs");
    }

    @Test
    void aSwarmIsWatchedAndAKilledProcessComesBack() throws IOException, InterruptedException {
        browser.open(address + "/#fleet");
        Files.writeString(folder.resolve("patrol.yaml"), """
                name: patrol
                seed: 5
                horizon: 20000
                agents: 12
                beta: 4
                costs: {kind: drift}
                graph: {kind: circulant, degree: 4}
                algorithms:
                  - acord: {iterations: 12}
                """);
        Process swarm = commands.start(
                "swarm",
                "patrol.yaml",
                "--processes",
                "3",
                "--out",
                "runs/patrol",
                "--pace",
                "250ms",
                "--deadline",
                "1s");
        try {
            browser.awaitTrue("the swarm", () -> {
                if (browser.all("[data-process]").isEmpty()) {
                    browser.click("fleet-again");
                }
                return browser.all("[data-process][data-state='up']").size() == 3;
            });
            String row = "[data-test=processes] tbody tr:nth-child(3)";
            WebElement third = browser.find(row);
            browser.awaitTrue("some rounds", () -> roundOf(third) >= 3);
            String pid = String.valueOf(third.getDomAttribute("data-pid"));

            third.findElement(By.cssSelector("[data-test=kill]")).click();
            third.findElement(By.cssSelector("[data-test=not-sure]")).click(); // a slip is no harm
            assertThat(third.getDomAttribute("data-pid")).isEqualTo(pid);
            third.findElement(By.cssSelector("[data-test=kill]")).click();
            third.findElement(By.cssSelector("[data-test=sure]")).click();
            browser.awaitTrue(
                    "another process in its place",
                    () -> !pid.equals(third.getDomAttribute("data-pid"))
                            && "up".equals(third.getDomAttribute("data-state")));
            int then = roundOf(third);
            browser.awaitTrue("it to play on", () -> roundOf(third) > then);
            assertThat(browser.see("fleet-log").getText()).isNotBlank();

            third.findElement(By.cssSelector("[data-test=pause]")).click();
            third.findElement(By.cssSelector("[data-test=sure]")).click();
            browser.awaitTrue("a pause", () -> "paused".equals(third.getDomAttribute("data-state")));
            browser.picture("fleet");
            browser.size(1280, 960);
            assertThat(
                            browser.script(
                                    "[...document.querySelectorAll('.actions button')].every(b => b.getBoundingClientRect().right <= b.closest('.fleet-table').getBoundingClientRect().right)"))
                    .as("no button is cut off")
                    .isEqualTo("true");
            third.findElement(By.cssSelector("[data-test=resume]")).click();
            browser.awaitTrue("it to go on", () -> "up".equals(third.getDomAttribute("data-state")));
            int paused = roundOf(third);
            browser.awaitTrue("it to play on", () -> roundOf(third) > paused);
        } finally {
            swarm.destroy();
            swarm.waitFor(30, TimeUnit.SECONDS);
        }
    }

    private static int roundOf(WebElement row) {
        String round = String.valueOf(row.getDomAttribute("data-round"));
        return round.matches("\\d+") ? Integer.parseInt(round) : 0;
    }

    @Test
    void aServerThatIsGoneIsSaidSoAndOneThatIsBackIsAskedAgain() throws IOException, InterruptedException {
        expected.add("ERR_CONNECTION"); // the console says so itself
        expected.add("ERR_EMPTY_RESPONSE");
        String other = studio("other.txt", 0);
        browser.open(other + "/#play");
        awaitShown("1:12:acord");
        studio.destroyForcibly();
        assertThat(studio.waitFor(30, TimeUnit.SECONDS)).isTrue();
        browser.click("on");
        browser.awaitText("presence", "gone");
        assertThat(browser.see("play-state").getText()).contains("The server is gone");

        // A new one knows nothing of the play, so it is played again, up to the round that was asked for.
        expected.add("404");
        studio("again.txt", URI.create(other).getPort());
        awaitShown("2:12:acord");
        browser.awaitTrue(
                "the server to be there",
                () -> browser.see("presence").getText().isEmpty());
    }
}
