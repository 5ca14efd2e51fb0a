"""Acord from Python: run scenarios, read results, decide rounds over HTTP, feed a live agent.

Start at `run` (a scenario, played by the command), `Service` (rounds over HTTP) or `PipedAgent` (one agent of a fleet,
whose costs stay here); `acord.spark` plays data frames of PySpark. Costs are made by `quadratic`, `absolute`, `band`,
`huber` and `total`. Needs nothing but Python; results become pandas data frames where pandas is installed.
"""

from .costs import absolute, band, huber, quadratic, total
from .live import Action, PipedAgent
from .results import Run
from .running import CommandFailed, run
from .service import Refused, Service

__all__ = [
    "Action",
    "CommandFailed",
    "PipedAgent",
    "Refused",
    "Run",
    "Service",
    "absolute",
    "band",
    "huber",
    "quadratic",
    "run",
    "total",
]
