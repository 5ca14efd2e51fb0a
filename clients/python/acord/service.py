"""Rounds over HTTP: a client of `acord serve`."""

import json
import os
import time
import urllib.error
import urllib.request


class Refused(Exception):
    """The service said no, and why: problem details (RFC 9457)."""

    def __init__(self, problem):
        lines = [f"{problem.get('title', 'Refused')}: {problem.get('detail', '')}"]
        for error in problem.get("errors", []):
            lines.append(f"  {error['pointer']} {error['detail']}; needed: {error['needed']}; fix: {error['fix']}")
        super().__init__("\n".join(lines))
        self.status = problem.get("status")
        self.type = problem.get("type")
        self.errors = problem.get("errors", [])
        self.problem = problem


class Service:
    """A service at an address such as http://127.0.0.1:7007.

    The token is that of ACORD_TOKEN by default. While the service cannot be reached, it is asked again for as many
    seconds as `patience` says: a round is decided once, and the same body gets the same answer.
    """

    def __init__(self, address, token=None, patience=30.0, timeout=60.0):
        self.address = address.rstrip("/")
        self.token = token if token is not None else os.environ.get("ACORD_TOKEN")
        self.patience = patience
        self.timeout = timeout

    def about(self):
        """Agents, dimension, options, the next round."""
        return self._ask("/")

    def health(self):
        return self._ask("/health")

    def next_round(self):
        return self.health()["nextRound"]

    def round(self, t):
        """What was decided in round t."""
        return self._ask(f"/rounds/{t}")

    def decide(self, costs, t=None, edges=None, beta=None, switching=None, forecasts=None):
        """Decides round t, the next one by default, with a cost for every agent by its name.

        Ask for a round by its number where the answer may be lost on the way: then the same call is safe to repeat.
        """
        return self._decide(t, costs=costs, edges=edges, beta=beta, switching=switching, forecasts=forecasts)

    def tell(self, readings, t=None, beta=None):
        """Decides a round of an application, told in the units of its field; the answer has "setpoints".

        Readings are of every agent by its name, like {"north": {"load_kw": 0.7, "generation_kw": 2.1}}.
        """
        return self._decide(t, readings=readings, beta=beta)

    def _decide(self, t, **words):
        body = {word: value for word, value in words.items() if value is not None}
        sent = json.dumps(body, allow_nan=False).encode()
        return self._ask(f"/rounds/{self.next_round() if t is None else t}", sent)

    def _ask(self, path, body=None):
        request = urllib.request.Request(self.address + path, data=body)
        if body is not None:
            request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        give_up = time.monotonic() + self.patience
        pause = 0.05
        while True:
            try:
                with urllib.request.urlopen(request, timeout=self.timeout) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as refused:
                raise Refused(_problem(refused)) from None
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                if time.monotonic() + pause > give_up:
                    raise
                time.sleep(pause)
                pause = min(2 * pause, 2.0)


def _problem(refused):
    text = refused.read().decode("utf-8", "replace")
    try:
        problem = json.loads(text)
    except ValueError:
        problem = None
    if not isinstance(problem, dict):
        return {"title": f"HTTP {refused.code}", "status": refused.code, "detail": text[:500]}
    return problem
