package io.acord.applications.balancing;

import io.acord.lab.application.Setpoints;
import io.acord.model.Actions;
import java.util.List;
import java.util.Set;

/** Servers that are on in each centre, and what becomes of its work, as schedulers take them. Scratch; one thread. */
final class ServerSetpoints implements Setpoints {

    static final List<String> COLUMNS = List.of(
            "interactive_servers",
            "batch_servers",
            "given_interactive_servers",
            "taken_interactive_servers",
            "waiting_batch_server_hours");

    /** Those that rest on the servers of linked centres. */
    static final Set<String> MOVED = Set.of("given_interactive_servers", "taken_interactive_servers");

    private final Centers centers;
    private final Routing routing;

    ServerSetpoints(Centers centers) {
        this.centers = centers;
        this.routing = new Routing(centers);
    }

    @Override
    public List<String> columns() {
        return COLUMNS;
    }

    @Override
    public double[] played(int t, Actions previous, Actions x) {
        routing.hour(t, x);
        return numbers(routing, centers.count());
    }

    /** Those of the last hour. */
    static double[] numbers(Routing routing, int centers) {
        double[] numbers = new double[COLUMNS.size() * centers];
        for (int i = 0, at = 0; i < centers; i++) {
            numbers[at++] = 1000 * routing.on(0, i);
            numbers[at++] = 1000 * routing.on(1, i);
            numbers[at++] = 1000 * routing.given(i);
            numbers[at++] = 1000 * routing.taken(i);
            numbers[at++] = 1000 * routing.waiting(i);
        }
        return numbers;
    }
}
