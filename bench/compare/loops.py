"""The inner loop of ACORD, and the hindsight optimum, as one would write them with numpy and scipy.

Started by `./acord bench compare`, which sends one command a line and waits for one line of answer:

    load DIR N BETA      reads a fleet of N agents that Java has written to DIR
    naive K              seconds of one iteration of x <- (linear + beta (degree x + A x)) / m, mean of K
    folded K             the same with everything constant folded into one matrix: x <- own + B x
    check K              writes x after K iterations from 0 to DIR/x
    round DIR N BETA     reads a round of N agents, its costs and where everybody was before
    play K               seconds of the round: K iterations of auto from zero, the three costs, the certificate; writes
                         the actions to DIR/x
    opt DIR N T BETA     reads a run of T rounds, and Java's solution of its hindsight optimum
    cg                   seconds that scipy's conjugate gradients need to be as accurate as Java's
    box DIR N BETA LIMIT GOAL CONSTANT
                         reads one round with a box; how many steps of L-BFGS-B lead below GOAL
    lbfgsb K             seconds of as many steps; writes the actions to DIR/x
"""

import sys
import time

import numpy as np
import scipy
import scipy.sparse as sp
from scipy.optimize import minimize
from scipy.sparse.linalg import LinearOperator, cg


def read_graph(folder, n):
    """The adjacency matrix that Java has written, and the degrees."""
    first = np.fromfile(f"{folder}/first", dtype=np.int32)
    column = np.fromfile(f"{folder}/column", dtype=np.int32)
    return sp.csr_matrix((np.ones(len(column)), column, first), shape=(n, n)), np.diff(first).astype(float)


class Fleet:
    def __init__(self, folder, n, beta):
        self.folder, self.n, self.beta = folder, n, beta
        self.a, self.degree = read_graph(folder, n)
        self.linear = np.fromfile(f"{folder}/linear")
        self.m = np.fromfile(f"{folder}/m")
        self.own = self.linear / self.m
        self.b = (sp.diags(beta / self.m) @ (sp.diags(self.degree) + self.a)).tocsr()
        self.b.sort_indices()
        self.x = np.zeros(n)

    def naive(self, k):
        x, linear, beta, degree, a, m = self.x, self.linear, self.beta, self.degree, self.a, self.m
        begun = time.perf_counter()
        for _ in range(k):
            x = (linear + beta * (degree * x + a @ x)) / m
        seconds = time.perf_counter() - begun
        self.x = x
        return seconds / k

    def folded(self, k):
        x, own, b = self.x, self.own, self.b
        begun = time.perf_counter()
        for _ in range(k):
            x = own + b @ x
        seconds = time.perf_counter() - begun
        self.x = x
        return seconds / k

    def check(self, k):
        self.x = np.zeros(self.n)
        self.naive(k)
        self.x.tofile(f"{self.folder}/x")
        return 0


class Round:
    """A whole round from the costs on, without a temporary array that could be saved."""

    def __init__(self, folder, n, beta):
        self.folder, self.n, self.beta = folder, n, beta
        self.a, self.degree = read_graph(folder, n)
        self.curvature = np.fromfile(f"{folder}/curvature")
        self.target = np.fromfile(f"{folder}/target")
        self.before = np.fromfile(f"{folder}/before")
        self.held = np.fromfile(f"{folder}/held")
        self.kept = [np.empty(n) for _ in range(6)]

    def play(self, k):
        a, beta, degree, before, held = self.a, self.beta, self.degree, self.before, self.held
        gain, own, y, step, scratch, strong = self.kept
        begun = time.perf_counter()
        np.add(self.curvature, held, out=strong)
        np.multiply(degree, 2 * beta, out=gain)
        gain += strong
        np.multiply(self.curvature, self.target, out=own)
        np.multiply(held, before, out=scratch)
        own += scratch
        own /= gain
        np.divide(beta, gain, out=gain)
        y.fill(0)
        step.fill(0)
        for i in range(1, k + 1):
            x = a @ y
            np.multiply(degree, y, out=scratch)
            x += scratch
            x *= gain
            x += own
            if i < k:
                step *= (i - 1) * (i + 1) * (2 * i - 3) / (i * (i + 2) * (2 * i + 5))
                np.subtract(x, y, out=scratch)
                scratch *= 4 * (i + 1) * (2 * i + 1) / ((i + 2) * (2 * i + 5))
                step += scratch
                y += step
        around = a @ x
        np.multiply(degree, x, out=scratch)
        np.subtract(scratch, around, out=around)
        dissimilarity = beta / 2 * np.dot(x, around)
        np.subtract(x, before, out=y)
        switching = np.dot(y, y) / 2
        np.subtract(x, self.target, out=own)
        np.multiply(self.curvature, own, out=step)
        hitting = np.dot(step, own) / 2
        y *= held
        step += y
        around *= beta
        step += around
        np.multiply(step, step, out=scratch)
        scratch /= strong
        certificate = scratch.sum() / 2
        seconds = time.perf_counter() - begun
        x.tofile(f"{self.folder}/x")
        return f"{seconds} {hitting} {switching} {dissimilarity} {certificate}"


class Optimum:
    def __init__(self, folder, n, t, beta):
        a, degree = read_graph(folder, n)
        laplacian = sp.diags(degree) - a
        curvature = np.fromfile(f"{folder}/curvature")
        target = np.fromfile(f"{folder}/target")
        x0 = np.zeros(n * t)
        moves = sp.diags([np.full(t, 2.0), np.full(t - 1, -1.0), np.full(t - 1, -1.0)], [0, 1, -1]).tolil()
        moves[t - 1, t - 1] = 1
        self.h = (sp.kron(sp.eye(t), beta * laplacian) + sp.kron(moves.tocsr(), sp.eye(n)) + sp.diags(curvature)).tocsr()
        self.b = curvature * target + x0
        own = curvature.copy()
        own[:n] += 1  # what is an agent's own in round 1: its step from x_0 = 0
        self.own = own
        self.java = np.fromfile(f"{folder}/solution")
        diagonal = self.h.diagonal()
        self.m = LinearOperator(self.h.shape, matvec=lambda r: r / diagonal, dtype=float)
        self.steps = None

    def error(self, x):
        """The largest residual by the agent's own strong convexity, relative to the actions."""
        return np.max(np.abs(self.b - self.h @ x) / self.own) / np.max(np.abs(x))

    def find_steps(self):
        """How many steps scipy needs, found out beforehand: looking at the residual is not timed.

        Where rounding keeps scipy from getting as near as Java, the step at which it is nearest counts.
        """
        wanted = self.error(self.java)
        count, nearest = 0, np.inf

        class Enough(Exception):
            pass

        def look(x):
            nonlocal count, nearest
            count += 1
            error = self.error(x)
            if error < 0.9 * nearest:
                nearest, self.steps = error, count
            if error <= wanted or count > self.steps + 40:
                raise Enough

        try:
            cg(self.h, self.b, rtol=1e-300, maxiter=20 * 1000, M=self.m, callback=look)
        except Enough:
            pass
        self.wanted, self.reached = wanted, nearest

    def cg(self):
        if self.steps is None:
            self.find_steps()
        begun = time.perf_counter()
        x, _ = cg(self.h, self.b, rtol=1e-300, maxiter=self.steps, M=self.m)
        seconds = time.perf_counter() - begun
        apart = np.max(np.abs(x - self.java)) / np.max(np.abs(x))
        return f"{seconds} {self.steps} {self.wanted} {self.reached} {apart}"


class Box:
    def __init__(self, folder, n, beta, limit, goal, constant):
        self.folder = folder
        a, _ = read_graph(folder, n)
        self.h = (sp.diags(np.fromfile(f"{folder}/diagonal")) - beta * a).tocsr()
        self.linear = np.fromfile(f"{folder}/linear")
        self.before = np.clip(np.fromfile(f"{folder}/before"), -limit, limit)
        self.bounds = np.column_stack([np.full(n, -limit), np.full(n, limit)])
        self.goal, self.constant = goal, constant

    def value(self, x):
        hx = self.h @ x
        return 0.5 * x @ hx - self.linear @ x + self.constant, hx - self.linear

    def solve(self, steps, callback=None):
        options = {"maxiter": steps, "maxfun": 10**9, "ftol": 0, "gtol": 0}
        return minimize(
            self.value, self.before, jac=True, method="L-BFGS-B", bounds=self.bounds, callback=callback, options=options
        ).x

    def steps(self):
        count = 0

        def look(x):
            nonlocal count
            count += 1
            if self.value(x)[0] <= self.goal:
                raise StopIteration

        self.solve(100000, look)
        return count

    def lbfgsb(self, steps):
        begun = time.perf_counter()
        x = self.solve(steps)
        seconds = time.perf_counter() - begun
        x.tofile(f"{self.folder}/x")
        return seconds


def main():
    fleet = whole = optimum = box = None
    print(f"numpy {np.__version__}, scipy {scipy.__version__}", flush=True)
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "load":
            fleet = Fleet(rest[0], int(rest[1]), float(rest[2]))
            answer = 0
        elif word == "round":
            whole = Round(rest[0], int(rest[1]), float(rest[2]))
            answer = 0
        elif word == "play":
            answer = whole.play(int(rest[0]))
        elif word == "opt":
            optimum = Optimum(rest[0], int(rest[1]), int(rest[2]), float(rest[3]))
            answer = 0
        elif word == "cg":
            answer = optimum.cg()
        elif word == "box":
            box = Box(rest[0], int(rest[1]), *map(float, rest[2:]))
            answer = box.steps()
        elif word == "lbfgsb":
            answer = box.lbfgsb(int(rest[0]))
        else:
            answer = getattr(fleet, word)(int(rest[0]))
        print(answer, flush=True)


main()
