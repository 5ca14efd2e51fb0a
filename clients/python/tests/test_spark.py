"""`acord.spark` against a real session of Spark, through py4j.

ACORD_GATEWAY names the port and the token of a gateway whose entry point is a session; `PythonFrameTest` of the module
`spark` opens one. PySpark itself is not needed: a session and a data frame of it are stood in for by the two attributes
each that the module uses.
"""

import os
import pathlib
import sys
import types
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from acord.spark import AcordFrame, FrameRefused  # noqa: E402

GATEWAY = os.environ.get("ACORD_GATEWAY", "")


class Frame:
    """What PySpark's DataFrame is to the module: made of a Java frame and a session."""

    def __init__(self, jdf, session):
        self._jdf = jdf
        self.session = session

    def rows(self):
        return [[row.get(c) for c in range(row.size())] for row in self._jdf.collectAsList()]


def session(gateway):
    return types.SimpleNamespace(
        _jvm=gateway.jvm,
        _jsparkSession=gateway.entry_point,
        sparkContext=types.SimpleNamespace(_gateway=gateway),
    )


class WithoutGatewayTest(unittest.TestCase):
    def test_a_session_of_spark_connect_is_refused(self):
        with self.assertRaisesRegex(FrameRefused, "classic session"):
            AcordFrame.on(types.SimpleNamespace())


@unittest.skipUnless(GATEWAY, "there is no gateway to a session of Spark: PythonFrameTest of the module spark has one")
class FramesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        from py4j.java_gateway import GatewayParameters, JavaGateway

        port, token = GATEWAY.split(" ")
        parameters = GatewayParameters(port=int(port), auth_token=token, auto_convert=True)
        cls.gateway = JavaGateway(gateway_parameters=parameters)
        cls.spark = session(cls.gateway)
        cls.folder = pathlib.Path(os.environ["ACORD_FRAMES"])

    @classmethod
    def tearDownClass(cls):
        cls.gateway.close()

    def csv(self, name):
        reader = self.spark._jsparkSession.read().option("header", "true").option("inferSchema", "true")
        return Frame(reader.csv(str(self.folder / name)), self.spark)

    def test_frames_are_played_and_come_back(self):
        played = (
            AcordFrame.on(self.spark)
            .costs(self.csv("costs.csv"))
            .edges(self.csv("edges.csv"))
            .beta(5)
            .switching([1] * 5)
            .iterations(9)
            .blocks(2)
            .partition_by("hash")
            .keep_every(2)
            .rounds_at_a_time(3)
            .threads(1)
            .patience(50)
            .checkpoint((self.folder / "checkpoint").as_uri())
            .play()
        )
        self.assertIsInstance(played.actions, Frame)
        with open(self.folder / "actions.txt", "w", encoding="utf-8") as out:  # the caller compares every bit
            for t, agent, x in played.actions.rows():
                out.write(f"{t} {agent} {x!r}\n")
        costs = played.costs.rows()
        self.assertEqual([row[0] for row in costs], [1, 2, 3, 4, 5])
        self.assertAlmostEqual(played.paid, costs[-1][6], places=6)
        self.assertGreaterEqual(played.ratio, 1)
        self.assertEqual((played.horizon, played.resumed_after), (5, 0))
        self.assertGreater(played.agents, 0)
        self.assertGreater(played.cut_share, 0)
        self.assertGreaterEqual(played.imbalance, 1)
        self.assertIn("certified ratio", str(played))
        with self.assertRaisesRegex(FrameRefused, "forecasts"):
            played.followed.rows()
        played.forget()

    def test_complaints_are_raised_with_their_words(self):
        frame = AcordFrame.on(self.spark).costs(self.csv("edges.csv")).beta(5).blocks(2)
        with self.assertRaisesRegex(FrameRefused, "(?s)costs.*needed:.*fix:"):
            frame.play()


if __name__ == "__main__":
    unittest.main()
