"""A live agent: this program is the controller of one or more agents of a fleet, and their costs stay with it.

Where the file has the scenario of an application, too, readings are told instead of costs, and set-points are heard.

The agent's file says `feed: pipe`. A round is a line in and a line out for every agent; see docs/live.md.
"""

import json
import subprocess
from dataclasses import dataclass, field

from .running import command


@dataclass(frozen=True)
class Action:
    """What an agent does in a round. `level` says how it came about; "final" is a round as it should be."""

    round: int
    agent: str
    action: list
    level: str
    certificate: float
    why: str = ""  # what was missing, if anything
    setpoints: dict = field(default_factory=dict)  # of an application, by name with its unit; None where not known
    said: dict = field(repr=False, default_factory=dict)  # the whole line


class PipedAgent:
    """A member of a fleet that runs beside this program, started with its file: with PipedAgent("a.yaml") as agent: ..."""

    def __init__(self, config, words=None):
        self._process = subprocess.Popen(
            (words or command()) + ["agent", str(config)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.close()

    def tell(self, round, cost, agent=None, **more):
        """Gives an agent its cost of a round; `more` may be edges, beta, switching."""
        line = {"round": round, "cost": cost, **more}
        if agent is not None:
            line["agent"] = agent
        self._write(line)

    def _write(self, line):
        self._process.stdin.write(json.dumps(line, allow_nan=False) + "\n")
        self._process.stdin.flush()

    def read(self, round, readings, agent=None, neighbours=None, **more):
        """Tells what was read of an agent of an application, {"load_kw": 0.7}; of neighbours where it asks for them."""
        line = {"round": round, "readings": readings, **more}
        if agent is not None:
            line["agent"] = agent
        if neighbours is not None:
            line["neighbours"] = neighbours
        self._write(line)

    def heard(self):
        """The next action; None when the member has ended."""
        while True:
            text = self._process.stdout.readline()
            if not text:
                return None
            said = json.loads(text)
            if "action" in said:
                certificate = said.get("certificate")
                return Action(
                    said["round"],
                    said.get("agent", ""),
                    said["action"],
                    said.get("level", ""),
                    float("inf") if certificate is None else certificate,
                    said.get("why", ""),
                    said.get("setpoints", {}),
                    said,
                )
            raise ValueError(f"the member says: {text.strip()}")

    def play(self, cost_of, rounds, agent=None):
        """Plays rounds with what `cost_of(round, action)` says, and yields the actions; the first action is None."""
        last = None
        for t in rounds:
            self.tell(t, cost_of(t, last), agent)
            last = self.heard()
            if last is None:
                return
            yield last

    def close(self, patience=10.0):
        """Says that there is no more, and waits for the member to end."""
        if self._process.stdin and not self._process.stdin.closed:
            self._process.stdin.close()
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._process.terminate()
            self._process.wait()
        self._process.stdout.close()
