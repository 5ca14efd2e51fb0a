package io.acord.lab.draw;

import io.acord.graph.Graph;
import java.util.Arrays;

/**
 * Where agents are drawn: on a circle if the graph looks the same from every agent, else so that distances on paper
 * resemble distances in the graph. The same graph is always drawn the same way.
 *
 * <p>The latter is classical scaling (the two leading eigenvectors of the centred squared distances) improved by stress
 * majorisation: Gansner, Koren, North, Graph Drawing by Stress Majorization, 2004.
 */
public final class GraphLayout {

    private static final int IMPROVEMENTS = 120;

    private final double[] x;
    private final double[] y;

    private GraphLayout(double[] x, double[] y) {
        this.x = x;
        this.y = y;
    }

    public static GraphLayout of(Graph graph) {
        return isCirculantLike(graph) ? circle(graph.agents()) : byDistance(graph);
    }

    /** In [−1, 1], as {@link #y}. */
    public double x(int agent) {
        return x[agent];
    }

    public double y(int agent) {
        return y[agent];
    }

    /** Whether all degrees are equal and most edges stay edges when everyone takes his successor's place. */
    static boolean isCirculantLike(Graph graph) {
        int n = graph.agents();
        int kept = 0;
        for (int i = 1; i < n; i++) {
            if (graph.degree(i) != graph.degree(0)) {
                return false;
            }
        }
        for (int e = 0; e < graph.edges(); e++) {
            int i = (graph.tail(e) + 1) % n;
            int j = (graph.head(e) + 1) % n;
            kept += graph.edgeBetween(i, j) >= 0 ? 1 : 0;
        }
        return kept >= 0.7 * graph.edges();
    }

    private static GraphLayout circle(int n) {
        double[] x = new double[n];
        double[] y = new double[n];
        for (int i = 0; i < n && n > 1; i++) {
            double angle = 2 * Math.PI * i / n - Math.PI / 2;
            x[i] = StrictMath.cos(angle);
            y[i] = StrictMath.sin(angle);
        }
        return new GraphLayout(x, y);
    }

    private static GraphLayout byDistance(Graph graph) {
        int n = graph.agents();
        double[][] distance = distances(graph);
        double[] x = new double[n];
        double[] y = new double[n];
        classicalScaling(distance, x, y);
        for (int i = 0; i < n; i++) { // agents with the same distances to all would otherwise never part
            x[i] += 0.05 * StrictMath.cos(2.4 * i);
            y[i] += 0.05 * StrictMath.sin(2.4 * i);
        }
        for (int pass = 0; pass < IMPROVEMENTS; pass++) {
            improve(distance, x, y);
        }
        fit(x, y);
        return new GraphLayout(x, y);
    }

    /** Hops; between agents that no path joins, a little more than the longest path. */
    private static double[][] distances(Graph graph) {
        int n = graph.agents();
        double[][] distance = new double[n][n];
        int[] queue = new int[n];
        double longest = 1;
        for (int from = 0; from < n; from++) {
            double[] row = distance[from];
            Arrays.fill(row, -1);
            row[from] = 0;
            int end = 0;
            queue[end++] = from;
            for (int at = 0; at < end; at++) {
                int i = queue[at];
                for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                    int j = graph.neighbor(arc);
                    if (row[j] < 0) {
                        row[j] = row[i] + 1;
                        queue[end++] = j;
                    }
                }
            }
            longest = Math.max(longest, row[queue[end - 1]]);
        }
        double apart = Math.max(2, Math.min(longest, Math.sqrt(n)) + 1);
        for (double[] row : distance) {
            for (int j = 0; j < n; j++) {
                row[j] = row[j] < 0 ? apart : row[j];
            }
        }
        return distance;
    }

    private static void classicalScaling(double[][] distance, double[] x, double[] y) {
        int n = x.length;
        double[][] b = new double[n][n];
        double[] mean = new double[n];
        double all = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                mean[i] += distance[i][j] * distance[i][j] / n;
            }
            all += mean[i] / n;
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                b[i][j] = -0.5 * (distance[i][j] * distance[i][j] - mean[i] - mean[j] + all);
            }
        }
        double[] nothing = new double[n];
        leading(b, nothing, x, 1.1);
        leading(b, x, y, 2.3);
    }

    /** The leading eigenvector orthogonal to another one, as long as the root of its eigenvalue, by power iteration. */
    private static void leading(double[][] b, double[] other, double[] v, double phase) {
        int n = v.length;
        for (int i = 0; i < n; i++) {
            v[i] = StrictMath.sin(phase * (i + 1));
        }
        double[] next = new double[n];
        double size = 0;
        double otherSize = dot(other, other);
        for (int pass = 0; pass < 80; pass++) {
            for (int i = 0; i < n; i++) {
                next[i] = dot(b[i], v);
            }
            double along = otherSize > 0 ? dot(next, other) / otherSize : 0;
            for (int i = 0; i < n; i++) {
                next[i] -= along * other[i];
            }
            size = Math.sqrt(dot(next, next));
            if (!(size > 0)) {
                return;
            }
            for (int i = 0; i < n; i++) {
                v[i] = next[i] / size;
            }
        }
        for (int i = 0; i < n; i++) {
            v[i] *= Math.sqrt(size);
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** Moves each agent to where the others, weighted by 1/distance², would have it. */
    private static void improve(double[][] distance, double[] x, double[] y) {
        int n = x.length;
        for (int i = 0; i < n; i++) {
            double sumX = 0;
            double sumY = 0;
            double weights = 0;
            for (int j = 0; j < n; j++) {
                if (i == j) {
                    continue;
                }
                double dx = x[i] - x[j];
                double dy = y[i] - y[j];
                double drawn = Math.max(1e-9, Math.sqrt(dx * dx + dy * dy));
                double weight = 1 / (distance[i][j] * distance[i][j]);
                sumX += weight * (x[j] + distance[i][j] * dx / drawn);
                sumY += weight * (y[j] + distance[i][j] * dy / drawn);
                weights += weight;
            }
            if (weights > 0) {
                x[i] = sumX / weights;
                y[i] = sumY / weights;
            }
        }
    }

    /** Into the square from −1 to 1. */
    private static void fit(double[] x, double[] y) {
        double left = Arrays.stream(x).min().orElse(0);
        double right = Arrays.stream(x).max().orElse(0);
        double top = Arrays.stream(y).min().orElse(0);
        double bottom = Arrays.stream(y).max().orElse(0);
        double half = Math.max(1e-9, Math.max(right - left, bottom - top) / 2);
        for (int i = 0; i < x.length; i++) {
            x[i] = (x[i] - (left + right) / 2) / half;
            y[i] = (y[i] - (top + bottom) / 2) / half;
        }
    }
}
