"""Data frames of a PySpark session, played by blocks of agents: the calls of Scala and Java, by the names of Python.

    from acord.spark import AcordFrame
    played = AcordFrame.on(spark).costs(costs).edges(edges).beta(10).iterations(12).blocks(8).checkpoint(uri).play()
    played.actions.show()

The session is a classic one, whose driver has Acord's jar: `pyspark --jars acord-spark-submit.jar`. A session of Spark
Connect has no gateway to it. Nothing of PySpark is imported: what is given decides what is made.
"""

BAD_INPUT = "io.acord.input.BadInputException"


class FrameRefused(Exception):
    """The frames or the calls will not do; the message has every complaint."""


def _told(error):
    """What is to be raised for what a call of the gateway raised: complaints as such, all else as it came."""
    thrown = getattr(error, "java_exception", None)
    while thrown is not None:
        if thrown.getClass().getName() == BAD_INPUT:
            return FrameRefused(thrown.getMessage())
        thrown = thrown.getCause()
    return error


class AcordFrame:
    """What is to be played. Every call but `play` returns the frame itself."""

    def __init__(self, spark, frame):
        self._spark = spark
        self._frame = frame
        self._kind = None  # of data frames, as they are given

    @staticmethod
    def on(spark):
        """On a session that is there; it is neither changed nor stopped."""
        if not hasattr(spark, "_jvm") or not hasattr(spark, "_jsparkSession"):
            raise FrameRefused(
                "spark is a session without a gateway\n"
                "  needed: a classic session, because blocks run on the executors of a driver that this process reaches\n"
                "  fix: give a master instead of the address of Spark Connect"
            )
        found = spark._jvm.io.acord.spark.AcordFrame
        if not hasattr(found, "on") or type(found).__name__ == "JavaPackage":
            raise FrameRefused(
                "the driver does not know io.acord.spark.AcordFrame\n"
                "  needed: Acord's jar on the class paths of driver and executors\n"
                "  fix: start with --jars acord-spark-submit.jar"
            )
        try:
            return AcordFrame(spark, found.on(spark._jsparkSession))
        except Exception as error:
            raise _told(error) from error

    def _call(self, name, *arguments):
        try:
            getattr(self._frame, name)(*arguments)
        except Exception as error:
            raise _told(error) from error
        return self

    def _take(self, name, frame):
        self._kind = type(frame)
        return self._call(name, frame._jdf)

    def _numbers(self, name, numbers):
        flat = numbers[0] if len(numbers) == 1 and hasattr(numbers[0], "__len__") else numbers
        array = self._spark.sparkContext._gateway.new_array(self._spark._jvm.double, len(flat))
        for k, number in enumerate(flat):
            array[k] = float(number)
        return self._call(name, array)

    def costs(self, frame):
        """`round, agent, alpha, v` or `v0, v1, ...`; or `round, agent, cost` with costs as JSON; or both."""
        return self._take("costs", frame)

    def edges(self, frame):
        """`i, j`, and where they differ `weight` and `round`."""
        return self._take("edges", frame)

    def start(self, frame):
        """`agent, x0, x1, ...`; everybody begins at 0 without it."""
        return self._take("start", frame)

    def forecasts(self, frame):
        """`made, round, agent` and a cost: agents then look ahead."""
        return self._take("forecasts", frame)

    def foresight(self, rounds, trust=0.5):
        """How far agents look ahead, and how much they trust what they see."""
        jvm = self._spark._jvm
        account = jvm.io.acord.foresight.Trust.STANDARD.account()
        return self._call("foresight", int(rounds), jvm.io.acord.foresight.Trust(float(trust), account))

    def beta(self, *numbers):
        """The price of differing: one number, or one a round (or a list of them)."""
        return self._numbers("beta", numbers)

    def switching(self, *numbers):
        """The price of moving: one number, or one a round (or a list of them); 1 by default."""
        return self._numbers("switching", numbers)

    def iterations(self, k):
        """How many iterations a round has."""
        return self._call("iterations", int(k))

    def blocks(self, count):
        """How many blocks share the agents, a slot each."""
        return self._call("blocks", int(count))

    def partition_by(self, how):
        """`range`, `hash`, `streaming` or `key:COLUMN`."""
        return self._call("partitionBy", str(how))

    def checkpoint(self, uri):
        """A folder that the driver and all executors see: `hdfs://...`, `s3a://...`, `file:///...`."""
        return self._call("checkpoint", str(uri))

    def keep_every(self, rounds):
        """After how many rounds blocks keep what they played."""
        return self._call("keepEvery", int(rounds))

    def hold_missing(self):
        """An agent without a row in a round keeps its last cost."""
        return self._call("holdMissing")

    def rounds_at_a_time(self, rounds):
        """Brings the costs of so many rounds to the blocks at a time."""
        return self._call("roundsAtATime", int(rounds))

    def threads(self, count):
        """How many threads share the rows of a block."""
        return self._call("threads", int(count))

    def patience(self, seconds):
        """How long a block waits for another."""
        return self._call("patience", self._spark._jvm.java.time.Duration.ofSeconds(int(seconds)))

    def play(self):
        """Plays all rounds that the costs have; the same call goes on where a checkpoint ends."""
        try:
            return PlayedFrame(self._spark, self._kind, self._frame.play())
        except Exception as error:
            raise _told(error) from error


class PlayedFrame:
    """What was played, as data frames and numbers."""

    def __init__(self, spark, kind, played):
        self._spark = spark
        self._kind = kind
        self._played = played

    def _made(self, name):
        try:
            return self._kind(getattr(self._played, name)(), self._spark)
        except Exception as error:
            raise _told(error) from error

    @property
    def actions(self):
        """`round, agent, x0, x1, ...`"""
        return self._made("actions")

    @property
    def costs(self):
        """A row a round: `round, hitting, switching, dissimilarity, total, certificate, paid, atLeast`."""
        return self._made("costs")

    @property
    def followed(self):
        """`round, agent, gamma, account, planned0, expert0, ...`, if there were forecasts."""
        return self._made("followed")

    @property
    def ratio(self):
        """At most so many times the best that could have been paid, certified; None where nothing is proved."""
        found = self._played.certifiedRatio()
        return found.getAsDouble() if found.isPresent() else None

    @property
    def paid(self):
        """What all rounds cost."""
        return self._played.cost().total()

    @property
    def agents(self):
        return self._played.agents()

    @property
    def horizon(self):
        return self._played.horizon()

    @property
    def cut_share(self):
        """The share of edges that join two blocks."""
        return self._played.cutShare()

    @property
    def imbalance(self):
        """The fullest block over the mean."""
        return self._played.imbalance()

    @property
    def resumed_after(self):
        """The last round that was there already; 0 if none was."""
        return self._played.resumedAfter()

    def forget(self):
        """Deletes what is of the checkpoint."""
        self._played.forget()

    def __str__(self):
        return self._played.toString()
