package io.acord.spark.scale;

/**
 * What a round on a cluster takes, for diagonal quadratics of one coordinate. Seconds, bytes, agents.
 *
 * <pre>
 *   computing  = K (arc · arcs + row · rows) + round · rows               of a block
 *   exchanging = K · max(frame · peers + bytes / rate, network)            of a block; network is what the card of its machine takes
 *   driver     = agent · agents                                           in parallel with playing; the longer of the two counts
 * </pre>
 *
 * @param arc seconds to walk an arc once
 * @param row seconds to solve a row once
 * @param round seconds a row costs every round: costs read and made, constants folded in, cost and certificate
 * @param frame seconds to tell and hear one peer, however little
 * @param rate bytes a second that a block can encode, encrypt and tell while it hears as many
 * @param agent seconds of the driver to hand out one agent's costs
 */
public record Model(double arc, double row, double round, double frame, double rate, double agent) {

    /**
     * A fleet on a cluster.
     *
     * @param degree neighbours of an agent, on average
     * @param blocks in all
     * @param blocksPerMachine that share a network card
     * @param toldPerAgent to how many other blocks an agent is told, on average
     * @param peers how many other blocks a block talks to
     * @param network bytes a second that a machine can send while it receives as many
     */
    public record Fleet(
            double agents,
            double degree,
            int iterations,
            double blocks,
            double blocksPerMachine,
            double toldPerAgent,
            double peers,
            double network) {

        public double rows() {
            return agents / blocks;
        }

        /** Payload that a block sends in one iteration. */
        public double bytesPerIteration() {
            return 8 * rows() * toldPerAgent;
        }

        /** A random graph whose neighbours live anywhere: nothing is gained by partitioning it. */
        public static Fleet scattered(
                double agents, double degree, int iterations, double blocks, double perMachine, double network) {
            // An agent is told once to each of the other blocks that its neighbours live in.
            double told = (blocks - 1) * (1 - Math.pow(1 - 1 / blocks, degree));
            double peers = Math.min(blocks - 1, agents / blocks * told);
            return new Fleet(agents, degree, iterations, blocks, perMachine, told, peers, network);
        }

        /** A graph of a plane, like a grid or a road map, in square blocks: only their rims are told. */
        public static Fleet plane(
                double agents, double degree, int iterations, double blocks, double perMachine, double network) {
            double rows = agents / blocks;
            double depth = Math.max(1, Math.sqrt(degree) / 2); // how many agents deep an edge reaches
            double told = Math.min(1, 4 * depth / Math.sqrt(rows));
            return new Fleet(agents, degree, iterations, blocks, perMachine, told, Math.min(8, blocks - 1), network);
        }
    }

    public double computing(Fleet fleet) {
        return fleet.iterations() * (arc * fleet.rows() * fleet.degree() + row * fleet.rows()) + round * fleet.rows();
    }

    /**
     * One exchange: frames one by one, or bytes through the block's own thread, or through the machine's network card.
     */
    public double exchange(Fleet fleet) {
        double card = fleet.bytesPerIteration() * fleet.blocksPerMachine() / fleet.network();
        return Math.max(frame * fleet.peers() + fleet.bytesPerIteration() / rate, card);
    }

    /** Seconds of a round, if the driver keeps up. */
    public double playing(Fleet fleet) {
        return computing(fleet) + fleet.iterations() * exchange(fleet);
    }

    /** Seconds in which the driver hands out a round. */
    public double driver(Fleet fleet) {
        return agent * fleet.agents();
    }

    /** Seconds of a round. */
    public double seconds(Fleet fleet) {
        return Math.max(playing(fleet), driver(fleet));
    }

    /**
     * Memory of a block, counted: the graph (8 bytes a row and 4 a column, 4 an arc, 8 a row for sums), the round (two
     * or three numbers a column, seven a row), the costs as objects (112 bytes a row), what was played (16 bytes a
     * row), and frames (those of two exchanges kept, one more under way, both directions).
     */
    public static double memory(Fleet fleet) {
        double rows = fleet.rows();
        double halo = rows * fleet.toldPerAgent(); // as many are heard as are told
        double graph = 16 * rows + 4 * (rows + halo) + 4 * rows * fleet.degree();
        double state = 3 * 8 * (rows + halo) + 7 * 8 * rows;
        double frames = 6 * fleet.bytesPerIteration();
        return graph + state + 112 * rows + 4 * 8 * rows + 16 * rows + frames;
    }

    /**
     * Memory of the driver, counted: the graph (4 bytes an arc twice, 8 an edge, while it is built 16 an edge), a
     * round's costs as objects, and a few numbers an agent.
     */
    public static double driverMemory(Fleet fleet) {
        double edges = fleet.agents() * fleet.degree() / 2;
        return edges * (2 * 8 + 8 + 16) + fleet.agents() * (112 + 12 * 8);
    }
}
