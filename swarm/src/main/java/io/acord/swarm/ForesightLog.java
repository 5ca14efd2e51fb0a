package io.acord.swarm;

import io.acord.fleet.ActionListener.Published;
import io.acord.protocol.Effect;
import io.acord.protocol.Numbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far a member's agents followed their plans, in a file: {@code followed,round,agent,gamma,account} and for every
 * coordinate {@code planned,expert} when an action was given out, with what the account holds at least;
 * {@code accounted,round,agent,account} when the round is settled. Of a round that several lives tell the first line
 * counts, and the last account.
 */
record ForesightLog(RoundLog file, List<Integer> agents) implements AutoCloseable {

    /**
     * What the file says of an agent's round.
     *
     * @param planned for the round
     * @param expert what it would have done without forecasts
     */
    record Line(double gamma, double account, List<Double> planned, List<Double> expert) {

        Line with(double settled) {
            return new Line(gamma, settled, planned, expert);
        }
    }

    /** Goes on with a file, or begins it. */
    static ForesightLog open(Path path, List<Integer> agents) throws IOException {
        return new ForesightLog(RoundLog.open(path, "foresight"), agents);
    }

    void followed(Published published) {
        Effect.Followed followed = published.followed();
        if (followed == null) {
            return;
        }
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < agents.size(); row++) {
            text.append("followed," + published.round() + "," + agents.get(row) + ","
                    + followed.gammas().get(row) + "," + followed.accounts().get(row));
            for (int c = 0; c < followed.expert().dimension(); c++) {
                text.append(',').append(followed.planned().get(row, c));
                text.append(',').append(followed.expert().get(row, c));
            }
            text.append('\n');
        }
        file.add(published.round(), text);
    }

    /** What is missing here because the disk was full is in the journal, too. */
    void accounted(int round, Numbers accounts) {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < agents.size(); row++) {
            text.append("accounted," + round + "," + agents.get(row) + "," + accounts.get(row) + "\n");
        }
        file.add(round, text);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** What all whole lines of a file say, by round and agent. */
    static Map<Integer, Map<Integer, Line>> read(Path path, int dimension) throws IOException {
        Map<Integer, Map<Integer, Line>> byRound = new TreeMap<>();
        for (String line : RoundLog.read(path)) {
            String[] fields = line.split(",", -1);
            boolean isFollowed = fields[0].equals("followed") && fields.length == 5 + 2 * dimension;
            if (!isFollowed && !(fields[0].equals("accounted") && fields.length == 4)) {
                continue; // half a line of a life that was cut off
            }
            Map<Integer, Line> round = byRound.computeIfAbsent(Integer.parseInt(fields[1]), t -> new TreeMap<>());
            int agent = Integer.parseInt(fields[2]);
            if (isFollowed) {
                round.putIfAbsent(agent, line(fields, dimension));
            } else {
                round.computeIfPresent(agent, (i, known) -> known.with(Double.parseDouble(fields[3])));
            }
        }
        return byRound;
    }

    private static Line line(String[] fields, int dimension) {
        Double[] planned = new Double[dimension];
        Double[] expert = new Double[dimension];
        for (int c = 0; c < dimension; c++) {
            planned[c] = Double.valueOf(fields[5 + 2 * c]);
            expert[c] = Double.valueOf(fields[6 + 2 * c]);
        }
        return new Line(
                Double.parseDouble(fields[3]), Double.parseDouble(fields[4]), List.of(planned), List.of(expert));
    }
}
