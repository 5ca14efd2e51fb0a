"""Scenarios played by the command `acord`."""

import os
import pathlib
import shlex
import subprocess
import tempfile

from .results import Run

BAD_INPUT = 2
PROMISE_BROKEN = 3


class CommandFailed(Exception):
    """The command ended otherwise than well; its complaints are the message."""

    def __init__(self, code, complaints):
        super().__init__(complaints.strip() or f"acord ended with {code}")
        self.code = code


def command():
    """The words that start acord: what ACORD_COMMAND says, or `acord` from the PATH."""
    return shlex.split(os.environ.get("ACORD_COMMAND", "acord"))


def run(scenario, out=None, settings=None, check=True):
    """Plays a scenario file, or the text of one, and returns its `Run`.

    `settings` are what `--set` takes: {"beta": 10, "repeats": 5}. Without `out` results go to a folder of their own
    below the system's temporary ones. With `check` a promise that was broken is an error, as is anything else.
    """
    folder = pathlib.Path(out) if out is not None else pathlib.Path(tempfile.mkdtemp(prefix="acord-")) / "run"
    is_text = "\n" in str(scenario)
    words = command() + ["run"]
    with tempfile.TemporaryDirectory(prefix="acord-") as scratch:
        if is_text:
            path = pathlib.Path(scratch) / "scenario.yaml"
            path.write_text(str(scenario), encoding="utf-8")
        else:
            path = pathlib.Path(scenario)
        words += [str(path), "--out", str(folder)]
        for key, value in (settings or {}).items():
            words += ["--set", f"{key}={value}"]
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
    if done.returncode != 0 and (check or done.returncode != PROMISE_BROKEN):
        raise CommandFailed(done.returncode, done.stderr)
    return Run(folder)
