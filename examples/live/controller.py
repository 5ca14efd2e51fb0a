#!/usr/bin/env python3
"""A controller beside a live agent, over HTTP: tells its cost, gets its action. Needs nothing but Python 3.

    ./acord agent examples/live/north.yaml
    python3 examples/live/controller.py http://127.0.0.1:7101 north --rounds 5
    python3 examples/live/controller.py http://127.0.0.1:7101 0 --costs costs.jsonl
"""

import argparse
import json
import math
import time
import urllib.error
import urllib.request


def ask(address, body=None):
    """A body is told until the round is over; without one, a question. Whoever is not there yet is asked again."""
    while True:
        try:
            data = None if body is None else json.dumps(body).encode()
            request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=60) as answer:
                if answer.status == 200:
                    return json.load(answer)
        except urllib.error.HTTPError as refused:
            problem = json.load(refused)
            if refused.code == 410:  # the fleet has gone on
                return {"round": ask(address.removesuffix("/rounds") + "/")["next"] - 1}
            raise SystemExit(f"{problem['title']}: {problem['detail']} {problem.get('errors', '')}")
        except OSError:  # the member is being started again: the same body gets the same answer
            time.sleep(0.1)


def wish(round):
    """The state of charge that this battery wants, in percent; from sensors, in earnest."""
    return {"alpha": 1, "v": [50 + 20 * math.sin(round / 4)]}


def main():
    parser = argparse.ArgumentParser(description="Feeds one agent.")
    parser.add_argument("address")
    parser.add_argument("agent")
    parser.add_argument("--rounds", type=int, default=10, help="how many, 0 for ever")
    parser.add_argument("--costs", help="a file of lines with round, agent and cost, instead of a wish")
    options = parser.parse_args()
    costs = [json.loads(line) for line in open(options.costs)] if options.costs else []
    costs = {line["round"]: line["cost"] for line in costs if str(line["agent"]) == options.agent}
    next_round = ask(options.address + "/")["next"]
    end = max(costs) if costs else next_round + options.rounds - 1 if options.rounds else math.inf
    while next_round <= end:
        cost = costs[next_round] if costs else wish(next_round)
        action = ask(options.address + "/rounds", {"round": next_round, "agent": options.agent, "cost": cost})
        print(json.dumps(action), flush=True)
        next_round = action["round"] + 1


if __name__ == "__main__":
    main()
