#!/usr/bin/env python3
"""A round of exact ROBD: ./acord and scipy's SuperLU, one after the other, on a graph in the shape of a power grid.

    python3 bench/compare/exact.py [agents] [edges]

Curvatures change every round, so both factor every round. Acord's time is what times.json says of the policy: from the
round to its actions, the first rounds included. SuperLU's is building the matrix, factoring and solving.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import numpy
import scipy.sparse
import scipy.sparse.linalg

BETA = 10.0
ACORD = pathlib.Path(__file__).resolve().parents[2] / "acord"


def plane(agents, edges):
    """A tree of near places, and more edges of the same kind; ids say nothing about places."""
    rng = random.Random(7)
    side = int(agents**0.5) + 1
    root = list(range(agents))
    found = set()

    def near():
        while True:
            i = rng.randrange(agents)
            dx, dy = rng.choice([(1, 0), (0, 1), (1, 1), (1, -1), (2, 0), (0, 2)])
            j = (i // side + dy) * side + i % side + dx
            if i % side + dx < side and 0 <= j < agents:
                return min(i, j), max(i, j)

    def find(i):
        while root[i] != i:
            root[i] = root[root[i]]
            i = root[i]
        return i

    while len(found) < agents - 1:
        i, j = near()
        if find(i) != find(j):
            root[find(i)] = find(j)
            found.add((i, j))
    while len(found) < edges:
        found.add(near())
    names = list(range(agents))
    rng.shuffle(names)
    return [(names[i], names[j]) for i, j in sorted(found)]


def superlu(edges, agents, rounds, order):
    i, j = numpy.array(edges).T
    a = scipy.sparse.coo_matrix((numpy.ones(len(i)), (i, j)), (agents, agents))
    a = a + a.T
    laplacian = BETA * (scipy.sparse.diags(numpy.asarray(a.sum(0)).ravel()) - a).tocsc()
    rng = numpy.random.default_rng(1)
    options = {} if order == "COLAMD" else {"SymmetricMode": True}
    x = numpy.zeros(agents)
    seconds = 0.0
    for t in range(rounds):
        alpha = rng.random(agents) + numpy.where(rng.random(agents) < 0.3, 2.0 ** min(t, 6), 0)
        v = rng.uniform(-10, 10, agents)
        start = time.perf_counter()
        matrix = (laplacian + scipy.sparse.diags(2 * alpha + 0.5)).tocsc()
        lu = scipy.sparse.linalg.splu(matrix, permc_spec=order, options=options)
        x = lu.solve(2 * alpha * v + 0.5 * x)
        seconds += time.perf_counter() - start
    return 1e3 * seconds / rounds


def acord(folder, agents):
    (folder / "exact.yaml").write_text(
        f"""horizon: 200
agents: {agents}
beta: {BETA}
output: {{actions: none}}
optimum: none
costs: {{kind: spikes, cap: 6}}
graph: {{kind: csv, file: edges.csv}}
algorithms: [robd]
"""
    )
    subprocess.run(
        [ACORD, "run", "exact.yaml", "--out", "out"], cwd=folder, check=True, capture_output=True
    )
    times = json.loads((folder / "out" / "times.json").read_text())
    return 1e3 * times["algorithms"][0]["secondsPerRound"]


def main():
    agents = int(sys.argv[1]) if len(sys.argv) > 1 else 13659
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20000
    edges = plane(agents, count)
    print("| acord ms | SuperLU COLAMD ms | SuperLU MMD ms | acord over the faster |")
    print("|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lines = "".join(f",{i},{j}\n" for i, j in edges)
        (folder / "edges.csv").write_text("round,i,j\n" + lines)
        for _ in range(5):
            ours = acord(folder, agents)
            others = [superlu(edges, agents, 40, order) for order in ("COLAMD", "MMD_AT_PLUS_A")]
            print(f"| {ours:.2f} | {others[0]:.2f} | {others[1]:.2f} | {ours / min(others):.2f} |")


if __name__ == "__main__":
    main()
