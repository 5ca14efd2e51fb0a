"""What a run wrote, read without losing a digit."""

import csv
import json
import pathlib


class Run:
    """The folder of a run: `summary`, and the tables `actions`, `costs`, `books`, `rounds`, ... as lists of rows."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.summary = json.loads((self.folder / "summary.json").read_text(encoding="utf-8"))

    @property
    def report(self):
        """The page with plots and verdict."""
        return self.folder / "report.html"

    def algorithm(self, name):
        """What the summary says of an algorithm."""
        for each in self.summary["algorithms"]:
            if each["name"] == name:
                return each
        known = ", ".join(each["name"] for each in self.summary["algorithms"])
        raise KeyError(f"{name} did not play; {known} did")

    def tables(self):
        """The names of the tables that are there."""
        return sorted(path.stem for path in self.folder.glob("*.csv"))

    def table(self, name):
        """A table as a list of dictionaries; whole numbers are int, others float, with all their digits."""
        with self._open(name) as lines:
            return [{column: _value(text) for column, text in row.items()} for row in csv.DictReader(lines)]

    def frame(self, name):
        """A table as a pandas data frame, with all digits: by default pandas reads the last one wrong."""
        import pandas

        with self._open(name) as lines:
            return pandas.read_csv(lines, float_precision="round_trip", dtype={"agent": str})

    def actions(self, algorithm=None, repeat=0):
        """{round: {agent: [x0, x1, ...]}} of one algorithm, the first by default, in one repeat."""
        wanted = algorithm or self.summary["algorithms"][0]["name"]
        found = {}
        with self._open("actions") as lines:
            for row in csv.DictReader(lines):
                if row["algorithm"] == wanted and int(row["repeat"]) == repeat:
                    coordinates = [float(text) for column, text in row.items() if _is_coordinate(column)]
                    found.setdefault(int(row["round"]), {})[row["agent"]] = coordinates
        return found

    def _open(self, name):
        path = self.folder / f"{name}.csv"
        if not path.exists():
            raise FileNotFoundError(f"{path} is not there; this run has {', '.join(self.tables()) or 'no tables'}")
        return path.open(encoding="utf-8", newline="")


def _is_coordinate(column):
    return column[:1] == "x" and column[1:].isdigit()


def _value(text):
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
