#!/usr/bin/env python3
"""Sends rounds to ./acord serve and prints what it decides. Needs nothing but Python 3.

    ./acord serve examples/serve/batteries.yaml
    python3 examples/serve/client.py http://127.0.0.1:7007 --rounds 5
"""

import argparse
import json
import math
import os
import sys
import time
import urllib.error
import urllib.request


class Refused(Exception):
    """The service said no, and why: problem details (RFC 9457)."""

    def __init__(self, problem):
        lines = [f"{problem['title']}: {problem['detail']}"]
        for error in problem.get("errors", []):
            lines.append(f"  {error['pointer']} {error['detail']}; needed: {error['needed']}; fix: {error['fix']}")
        super().__init__("\n".join(lines))
        self.status = problem["status"]
        self.problem = problem


class Acord:
    """A service at an address such as http://127.0.0.1:7007, and its token if it has one."""

    def __init__(self, address, patience=30.0, token=os.environ.get("ACORD_TOKEN")):
        self.address = address.rstrip("/")
        self.token = token
        self.patience = patience

    def about(self):
        return self._ask("/")

    def answer(self, t):
        """What was decided in round t."""
        return self._ask(f"/rounds/{t}")

    def decide(self, t, costs, edges=None, beta=None):
        """Decides round t. Sending it again is safe: a round is decided once, and the same body gets the same answer."""
        body = {"costs": costs}
        if edges is not None:
            body["edges"] = edges
        if beta is not None:
            body["beta"] = beta
        return self._ask(f"/rounds/{t}", json.dumps(body).encode())

    def _ask(self, path, body=None):
        request = urllib.request.Request(self.address + path, data=body)
        if body is not None:
            request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        give_up = time.monotonic() + self.patience
        while True:
            try:
                with urllib.request.urlopen(request, timeout=self.patience) as response:
                    return json.load(response)
            except urllib.error.HTTPError as refused:
                raise Refused(json.load(refused)) from None
            except (OSError, json.JSONDecodeError):  # nobody there, or the connection broke: ask again
                if time.monotonic() > give_up:
                    raise
                time.sleep(0.2)


def wishes(agents, t):
    """Each battery wants to stay within a band that moves with the sun; replace this by your own data."""
    noon = 60 + 20 * math.sin(t / 6)
    return {
        agent: {"type": "band", "low": [noon - 10 - 5 * k], "high": [noon - 5 * k], "weight": 2, "mu": 0.5,
                "box": {"low": [0], "high": [100]}}
        for k, agent in enumerate(agents)
    }


def main():
    parser = argparse.ArgumentParser(description="Sends rounds to ./acord serve.")
    parser.add_argument("address", nargs="?", default="http://127.0.0.1:7007")
    parser.add_argument("--rounds", type=int, default=5, help="how many; 5 if not given")
    arguments = parser.parse_args()
    acord = Acord(arguments.address)
    about = acord.about()
    first = about["nextRound"]
    for t in range(first, first + arguments.rounds):
        answer = acord.decide(t, wishes(about["agents"], t))
        shown = ", ".join(f"{agent} {x[0]:.3f}" for agent, x in answer["actions"].items())
        print(f"round {t}: {shown} (within {answer['certificate']:.0e} of the best, {answer['iterations']} iterations)")
    print(acord.answer(first + arguments.rounds - 1)["soFar"]["guarantee"]["inWords"])


if __name__ == "__main__":
    try:
        main()
    except Refused as refused:
        sys.exit(str(refused))
