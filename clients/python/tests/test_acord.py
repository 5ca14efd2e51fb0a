"""The package against the command itself, which ACORD_COMMAND names."""

import contextlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import acord  # noqa: E402
from acord.running import command  # noqa: E402

SCENARIO = """
name: from-python
seed: 3
repeats: 2
horizon: 4
agents: [a, b, "7"]
dimension: 2
beta: 5
costs: {kind: drift}
graph: {kind: path}
algorithms: [acord, local]
"""

SERVED = """
name: served
agents: [a, b]
beta: 2
costs: {kind: online, missing: hold}
graph: {kind: path}
algorithms: [acord]
"""

BATTERIES = """
name: homes
agents: [a, b]
horizon: 1
costs: {kind: batteries}
graph: {kind: path}
algorithms: [acord]
"""


class CostsTest(unittest.TestCase):
    def test_costs_are_what_json_lines_have(self):
        self.assertEqual(acord.quadratic(3, alpha=2), {"type": "quadratic", "alpha": 2, "v": [3]})
        self.assertEqual(
            acord.absolute([1, 2], weight=3, mu=0.5, box=(None, 4)),
            {"type": "abs", "weight": 3, "v": [1, 2], "mu": 0.5, "box": {"low": [None], "high": [4]}},
        )
        self.assertEqual(
            acord.total(acord.huber(0, 1, 2, 0.1), ball=([0], 1))["ball"], {"center": [0], "radius": 1}
        )
        with self.assertRaises(ValueError):
            acord.quadratic(3)
        with self.assertRaises(TypeError):
            acord.quadratic(3, alpha=1, cube=2)


class NotebookTest(unittest.TestCase):
    def test_the_notebook_runs_from_its_first_cell_to_its_last(self):
        path = pathlib.Path(__file__).resolve().parents[1] / "notebooks" / "first-steps.ipynb"
        notebook = json.loads(path.read_text(encoding="utf-8"))
        names = {}
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            for cell in notebook["cells"]:
                if cell["cell_type"] == "code":
                    self.assertEqual(cell["outputs"], [], "a notebook is kept without outputs")
                    exec(compile("".join(cell["source"]), str(path), "exec"), names)
        self.assertIn("acord    paid", printed.getvalue())
        self.assertEqual(len(names["track"]), 24)
        self.assertLess(names["spread"](names["dearer"]), names["spread"](names["played"]))
        shutil.rmtree(names["folder"])


class RunTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def test_a_scenario_is_played_and_read_with_all_digits(self):
        out = pathlib.Path(self.folder.name) / "out"
        played = acord.run(SCENARIO, out=out, settings={"beta": 7})
        self.assertEqual(played.summary["agents"], 3)
        self.assertTrue(played.report.exists())
        self.assertIn("beta: 7", (out / "scenario.yaml").read_text())
        actions = played.actions("acord", repeat=1)
        self.assertEqual(sorted(actions), [1, 2, 3, 4])
        self.assertEqual(sorted(actions[1]), ["7", "a", "b"])
        texts = re.findall(r"^acord,1,2,b,(.*),(.*)$", (out / "actions.csv").read_text(), re.MULTILINE)
        self.assertEqual([float(text) for text in texts[0]], actions[2]["b"])
        totals = [row["total"] for row in played.table("costs") if row["algorithm"] == "acord"]
        mean = sum(totals) / 2
        self.assertAlmostEqual(played.algorithm("acord")["total"]["mean"], mean, delta=1e-9 * mean)
        with self.assertRaisesRegex(KeyError, "acord, local"):
            played.algorithm("robd")
        with self.assertRaisesRegex(FileNotFoundError, "actions"):
            played.table("sctions")

    def test_complaints_of_the_command_are_the_error(self):
        with self.assertRaisesRegex(acord.CommandFailed, "needed") as failed:
            acord.run(SCENARIO, out=pathlib.Path(self.folder.name) / "out", settings={"beta": -1})
        self.assertEqual(failed.exception.code, 2)


MEMBER = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    print(json.dumps({"round": told["round"], "agent": "g2", "setpoints": {"heard": told["readings"], "more": told.get("neighbours")},
                      "action": [1.5], "level": "final", "certificate": None}), flush=True)
"""


class PipedAgentTest(unittest.TestCase):
    """Beside a member that answers with what it was told."""

    def test_readings_are_told_and_set_points_heard(self):
        with acord.PipedAgent("g2.yaml", [sys.executable, "-c", MEMBER]) as agent:
            agent.read(1, {"load_kw": 0.7}, "g2", {"g1": {"load_kw": 2}})
            heard = agent.heard()
            self.assertEqual(heard.setpoints, {"heard": {"load_kw": 0.7}, "more": {"g1": {"load_kw": 2}}})
            self.assertEqual((heard.round, heard.action, heard.certificate), (1, [1.5], float("inf")))
            agent.read(2, {})
            self.assertIsNone(agent.heard().setpoints["more"])


class ServiceTest(unittest.TestCase):
    def serve(self, text):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        scenario = pathlib.Path(self.folder.name) / "served.yaml"
        scenario.write_text(text)
        self.process = subprocess.Popen(
            command() + ["serve", str(scenario), "--port", "0", "--state", str(scenario.parent / "state")],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        self.addCleanup(self.process.stdout.close)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.terminate)
        line = self.process.stdout.readline()
        return acord.Service(re.search(r"http://\S+", line).group())

    def test_an_application_is_told_readings_and_answers_with_set_points(self):
        service = self.serve(BATTERIES)
        told = {name: {"load_kw": 0.5, "generation_kw": 2.0} for name in ("a", "b")}
        answer = service.tell(told)
        self.assertEqual(answer["round"], 1)
        for point in answer["setpoints"].values():
            self.assertAlmostEqual(point["battery_kw"], 1.5 + point["grid_kw"])
        with self.assertRaisesRegex(acord.Refused, "load_kw"):
            service.tell({"a": {"generation_kw": 1}, "b": told["b"]})
        self.assertEqual(service.next_round(), 2)

    def test_rounds_are_decided_once_and_refusals_say_why(self):
        service = self.serve(SERVED)
        self.assertEqual(service.next_round(), 1)
        first = service.decide({"a": acord.quadratic(3, alpha=1), "b": acord.band(0, 1, 2, 0.5)})
        self.assertEqual(first["round"], 1)
        self.assertEqual(set(first["actions"]), {"a", "b"})
        self.assertLess(first["soFar"]["guarantee"]["ratioAtMost"], 1.1)
        self.assertEqual(service.round(1), first)
        second = service.decide({"a": acord.quadratic(1, alpha=1, ball=([0], 0.5))}, t=2, beta=1, edges=[])
        self.assertAlmostEqual(second["actions"]["a"][0], 0.5)
        with self.assertRaisesRegex(acord.Refused, "did you mean") as refused:
            service.decide({"aa": acord.quadratic(1, alpha=1), "b": acord.quadratic(1, alpha=-1)})
        self.assertEqual(refused.exception.status, 400)
        self.assertEqual(len(refused.exception.errors), 2)
        self.assertEqual(service.next_round(), 3)


if __name__ == "__main__":
    if "ACORD_COMMAND" not in os.environ:
        sys.exit("say in ACORD_COMMAND how acord is started, for instance ./acord")
    unittest.main()
