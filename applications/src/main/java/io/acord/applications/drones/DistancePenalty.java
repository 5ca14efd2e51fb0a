package io.acord.applications.drones;

import java.util.Locale;

/**
 * The paper's penalties on the distance r of two drones that shall be {@code planned} apart (lines 457 to 482 of its
 * source). Neither is convex, and nothing is guaranteed with them.
 *
 * <p>Each is decoupled in halves, one an end, as a function of u = p − z: at the midpoint z both halves together are
 * the penalty and so are their gradients. Elsewhere they are not: minimised over z, the halves of two drones that are
 * too near vanish. Hence z is set to the midpoint and never minimised.
 */
enum DistancePenalty {
    /** k (r² − planned²)². */
    GAMMA_A {
        @Override
        double stiffness(double beta, double planned) {
            return beta / (8 * planned * planned);
        }

        @Override
        double at(double k, double r, double planned) {
            double off = r * r - planned * planned;
            return k * off * off;
        }

        @Override
        double half(double k, double squared, double planned) {
            double off = 4 * squared - planned * planned;
            return k / 2 * off * off;
        }

        @Override
        double slope(double k, double squared, double planned) {
            return 4 * k * (4 * squared - planned * planned);
        }
    },
    /** k (r² − planned²)² / r², which grows beyond all bounds where two drones meet. */
    GAMMA_B {
        @Override
        double stiffness(double beta, double planned) {
            return beta / 8;
        }

        @Override
        double at(double k, double r, double planned) {
            double off = r - planned * planned / r;
            return k * off * off;
        }

        @Override
        double half(double k, double squared, double planned) {
            double off = 4 * squared - planned * planned;
            return k / 8 * off * (off / squared);
        }

        @Override
        double slope(double k, double squared, double planned) {
            double ratio = planned * planned / squared;
            return k / 8 * (16 - ratio * ratio);
        }
    };

    /** The k with which it costs, near the planned distance, what the offset model charges: β/2 (r − planned)². */
    abstract double stiffness(double beta, double planned);

    /** The penalty of a distance. */
    abstract double at(double k, double r, double planned);

    /** One drone's half of it, ‖u‖² from the midpoint. */
    abstract double half(double k, double squared, double planned);

    /** How that grows with ‖u‖²: the gradient in u is twice this times u. */
    abstract double slope(double k, double squared, double planned);

    String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
