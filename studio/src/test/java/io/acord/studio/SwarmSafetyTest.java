package io.acord.studio;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.swarm.AgentProcess;
import io.acord.swarm.SwarmFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Only processes of the swarm are signalled, however wrong swarm.json is. */
@EnabledOnOs(OS.LINUX) // others do not show a process's state and command line there
class SwarmSafetyTest {

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();
    private Path swarm;
    private TestStudio studio;

    @BeforeEach
    void start() throws IOException {
        swarm = Files.createDirectories(folder.resolve("runs/ring"));
        Files.createDirectories(swarm.resolve("fleet"));
        Files.writeString(swarm.resolve("fleet/m0000.yaml"), "");
        Files.writeString(swarm.resolve("fleet/m0001.yaml"), "");
        studio = new TestStudio(folder.resolve("runs"), null);
    }

    @AfterEach
    void end() throws InterruptedException {
        studio.close();
        for (Process process : started) {
            process.destroyForcibly();
            process.waitFor(5, TimeUnit.SECONDS);
        }
    }

    /** A shell that sits there, called with these words. */
    private Process sits(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("bash", "-c", "read never"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).directory(folder.toFile()).start();
        started.add(process);
        return process;
    }

    private static long startOf(Process process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElseThrow();
    }

    private void swarmJson(long pid, long start) throws IOException {
        Files.writeString(
                swarm.resolve("swarm.json"),
                "{\"processes\":[{\"pid\":" + pid
                        + ",\"address\":\"127.0.0.1:1\",\"agents\":[\"0\"],\"name\":\"m0000\",\"started\":" + start
                        + "}],\"horizon\":5}");
    }

    private int signal(String what) throws Exception {
        return studio.post("/api/swarms/ring/processes/m0000/" + what, "{}").statusCode();
    }

    private String state() throws Exception {
        JsonNode status = studio.read("/api/swarms/ring");
        return status.get("processes").get(0).get("state").stringValue();
    }

    private void isLeftAlone(Process process) throws Exception {
        for (String what : List.of("kill", "pause", "resume")) {
            assertThat(signal(what)).isEqualTo(409);
        }
        assertThat(process.isAlive()).isTrue();
        assertThat(SwarmFile.isPaused(process.toHandle())).isFalse();
        assertThat(state()).isEqualTo("down");
        assertThat(studio.read("/api/swarms").get(0).get("running").booleanValue())
                .isFalse();
    }

    @Test
    void aProcessOfTheSwarmIsPausedResumedAndKilled() throws Exception {
        Process member = sits(
                AgentProcess.class.getName(), swarm.resolve("fleet/m0000.yaml").toString());
        swarmJson(member.pid(), startOf(member));
        assertThat(state()).isEqualTo("starting");
        assertThat(signal("pause")).isEqualTo(200);
        await(() -> state().equals("paused"));
        assertThat(signal("resume")).isEqualTo(200);
        await(() -> state().equals("starting"));
        assertThat(signal("dance")).isEqualTo(404);
        assertThat(signal("kill")).isEqualTo(200);
        assertThat(member.waitFor(10, TimeUnit.SECONDS)).isTrue();
        await(() -> state().equals("down"));
        assertThat(signal("kill")).isEqualTo(409);
        JsonNode log = studio.read("/api/swarms/ring").get("log");
        assertThat(log.toString()).contains("m0000 was killed from here", "m0000 is down");
    }

    @Test
    void aRelativeNameIsResolvedWhereTheProcessIs() throws Exception {
        Process member = sits(AgentProcess.class.getName(), "runs/ring/fleet/m0000.yaml");
        swarmJson(member.pid(), startOf(member));
        assertThat(signal("kill")).isEqualTo(200);
    }

    @Test
    void aProcessWithAnotherCommandIsLeftAlone() throws Exception {
        Process stranger = sits();
        swarmJson(stranger.pid(), startOf(stranger));
        isLeftAlone(stranger);
    }

    @Test
    void aProcessOfAnotherSwarmIsLeftAlone() throws Exception {
        Path other = Files.createDirectories(folder.resolve("other/fleet"));
        Files.writeString(other.resolve("m0000.yaml"), "");
        Process stranger =
                sits(AgentProcess.class.getName(), other.resolve("m0000.yaml").toString());
        swarmJson(stranger.pid(), startOf(stranger));
        isLeftAlone(stranger);
    }

    @Test
    void anotherMemberIsLeftAlone() throws Exception {
        Process stranger = sits(
                AgentProcess.class.getName(), swarm.resolve("fleet/m0001.yaml").toString());
        swarmJson(stranger.pid(), startOf(stranger));
        isLeftAlone(stranger);
    }

    @Test
    void aLaterProcessOfTheSameNumberIsLeftAlone() throws Exception {
        Process later = sits(
                AgentProcess.class.getName(), swarm.resolve("fleet/m0000.yaml").toString());
        swarmJson(later.pid(), startOf(later) - 60_000);
        isLeftAlone(later);
    }

    @Test
    void withoutAStartNothingIsTouched() throws Exception {
        Process member = sits(
                AgentProcess.class.getName(), swarm.resolve("fleet/m0000.yaml").toString());
        Files.writeString(
                swarm.resolve("swarm.json"),
                "{\"processes\":[{\"pid\":" + member.pid() + ",\"agents\":[],\"name\":\"m0000\"}]}");
        isLeftAlone(member);
    }

    @Test
    void numbersThatAreNoProcessesAreNotSignalled() throws Exception {
        for (long pid : new long[] {0, -1, 1, 99_999_999}) {
            swarmJson(pid, Instant.now().toEpochMilli());
            assertThat(signal("kill")).as("pid " + pid).isEqualTo(409);
        }
        assertThat(ProcessHandle.current().isAlive()).isTrue();
    }

    @Test
    void whoDoesNotAskForAStreamOfEventsGetsNone() throws Exception {
        swarmJson(1, 1);
        String events = "/api/swarms/ring/events";
        assertThat(studio.get(events).statusCode()).isEqualTo(406);
        var anything = studio.send(studio.request(events).header("Accept", "*/*"));
        assertThat(anything.statusCode()).isEqualTo(406);
        assertThat(anything.body()).contains("text/event-stream");
        var stream = studio.sendForHeaders(studio.request(events).header("Accept", "text/event-stream"));
        assertThat(stream.statusCode()).isEqualTo(200);
        assertThat(stream.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
    }

    @Test
    void aBrokenFileIsNoSwarm() throws Exception {
        for (String text :
                List.of("", "{", "[]", "{\"processes\":7}", "{\"processes\":[{\"name\":\"../x\",\"pid\":1}]}")) {
            Files.writeString(swarm.resolve("swarm.json"), text);
            assertThat(signal("kill")).isEqualTo(404);
        }
    }

    private interface Check {
        boolean holds() throws Exception;
    }

    private static void await(Check check) throws Exception {
        for (int k = 0; k < 200 && !check.holds(); k++) {
            Thread.sleep(50);
        }
        assertThat(check.holds()).isTrue();
    }
}
