"""What moves a figure: the trials of a cause, run and told beside the printed figure, and whether one of them meets it.

Papers floor. A trial is a table's own code at changed options. What was measured ships in ``causes.jsonl``, a record
for each trial and cell; a record of another version of the table, or of other options, is not taken.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from askcore.papers.engine.differences import bound, fits
from askcore.papers.engine.journal import Journal, Record
from askcore.papers.engine.protocol import Cause, Protocol, Trial, Unit
from askcore.papers.engine.result import COLUMNS, Found, PaperResult, add_values, assembled
from askcore.papers.engine.runner import digest_of

AS_RUN = "as in the table"

Cell = tuple[str, str, str]
"""Data set, method and metric."""

ELSEWHERE, PARTLY, OPEN = "met under another setting", "moved, not met", "open"
"""What the trials say of a figure that is not met as the table is run."""

RULE = (
    "A number is met under another setting if a recorded trial moves our figure, on the same repeats, to within the "
    "bound of its mark. Different numbers may need different settings. A number is moved, not met, if a trial takes "
    "away at least half of the difference. All others are open."
)

CAVEAT = "The other settings were sought with the printed numbers known: they show what can be met, not what was done."
_SEED = 0


@dataclass(frozen=True)
class Study:
    """The causes of one name: a text, the cells that it is about, and the trials that show it.

    Attributes
    ----------
    protocol : the table.  name : of the causes.  text : why, or what was tried.
    trials, repeats : what is run, how often.  causes : a filter of cells each.
    """

    protocol: Protocol
    name: str
    text: str
    trials: tuple[Trial, ...]
    repeats: int
    causes: tuple[Cause, ...]

    @property
    def cells(self) -> list[tuple[str, str]]:
        """(Data set, method) of all that are run, in the table's order."""
        every = product(self.causes[0].run_on or self.protocol.datasets, self.protocol.methods)
        return [cell for cell in every if any(fits(cause, *cell, cause.metric) for cause in self.causes)]

    @property
    def command(self) -> str:
        """What runs the trials again."""
        return f"python -m askcore papers causes --table {self.protocol.key} --cause {self.name}"

    def holds(self, dataset: str, method: str, metric: str) -> bool:
        """Whether a figure is one that this is about."""
        return any(fits(cause, dataset, method, metric) for cause in self.causes)

    def records(self, trial: Trial, records: Iterable[Record]) -> list[Record]:
        """Those of a trial among records: of this version of the table, these options and as many repeats."""
        options = _plain({**self.protocol.options, **trial.options})
        asked = (self.protocol.key, self.protocol.version, _SEED, [*range(self.repeats)])
        return [
            record
            for record in records
            if (record["table"], record["protocol"], record["seed"], record["repeats"]) == asked
            and _plain(record["options"]) == options
            and any((record["dataset"], method) in self.cells for method in record["methods"])
        ]

    def run(
        self, journal: Journal, data_home: Any = None, say: Callable[[str], object] = lambda text: None
    ) -> Iterator[Record]:
        """Run every trial on every cell and append what comes out; DataError for a set that cannot be had."""
        for dataset in dict.fromkeys(dataset for dataset, _ in self.cells):
            data = self.protocol.load(dataset, data_home)
            methods = [method for name, method in self.cells if name == dataset]
            for trial, method in product(self.trials, methods):
                say(f"{self.name}: {trial.what}, {method} on {dataset}")
                unit = Unit(dataset, (method,), tuple(range(self.repeats)), _SEED)
                options = {**self.protocol.options, **trial.options}
                started = time.process_time()
                values = self.protocol.compute(data, unit, options)
                spent = time.process_time() - started
                yield journal.append(self.protocol, unit, digest_of(data), options, values, spent)


def studies(protocol: Protocol) -> list[Study]:
    """All causes and trials of a table, by name.

    Parameters
    ----------
    protocol : the table.

    Returns
    -------
    A ``Study`` for each name, in the order of the file.
    """
    named: dict[str, list[Cause]] = {}
    for cause in protocol.causes:
        named.setdefault(cause.name, []).append(cause)
    return [
        Study(protocol, name, first.text, first.trials, first.repeats, (first, *more))
        for name, (first, *more) in named.items()
        if name
    ]


def study(protocol: Protocol, name: str) -> Study:
    """The causes of a name.

    Parameters
    ----------
    protocol : the table.
    name : of the causes.

    Returns
    -------
    The ``Study``.

    Raises
    ------
    ValueError : no cause of the table has this name.
    """
    every = studies(protocol)
    for each in every:
        if each.name == name:
            return each
    known = ", ".join(each.name for each in every) or "none"
    raise ValueError(f"{protocol.key} has no cause {name!r}; its causes: {known}.")


def sensitivity(about: Study, shown: PaperResult, records: Iterable[Record]) -> pd.DataFrame:
    """What each trial gives beside the printed figure and the table's own.

    Parameters
    ----------
    about : whose trials.
    shown : the table as recorded; of its cells those are shown that are marked, or all where none is.
    records : of trials, from ``Study.run`` or ``measured_causes``.

    Returns
    -------
    A row for each setting and figure, the columns of ``PaperResult.table`` behind ``setting`` and ``moved``; the first
    setting is the table's own. ``moved`` is what the trial changes on its own repeats, so that three lucky ones change
    nothing; ``difference`` is the table's own plus that; ``sds`` and ``beyond`` judge it by the bound of the table's
    own mark. A trial without a record has NaN and 0 repeats.
    """
    kept = list(records)
    datasets = list(dict.fromkeys(dataset for dataset, _ in about.cells))
    methods = list(dict.fromkeys(method for _, method in about.cells))
    parts = [shown.table.assign(setting=AS_RUN, moved=0.0)]
    own = _Own(shown)
    for trial in about.trials:
        found = _values(about.records(trial, kept))
        parts.append(
            own.judged(assembled(about.protocol, datasets, methods, found), found).assign(setting=trial.what)
        )
    whole = pd.concat(parts, ignore_index=True)
    whole = whole[[about.holds(*cell) for cell in _cells(whole)]]
    whole = whole[whole["published"].notna()]
    cells = set(_cells(shown.table[shown.table["beyond"].astype(bool)]))
    chosen = [cell in cells for cell in _cells(whole)]
    if any(chosen):
        whole = whole[chosen]
    order = {what: n for n, what in enumerate([AS_RUN, *(trial.what for trial in about.trials)])}
    whole = whole.assign(order=whole["setting"].map(order)).sort_values("order", kind="stable")
    return whole[["setting", "moved", *COLUMNS]].reset_index(drop=True)


def answered(protocol: Protocol, shown: PaperResult, records: Iterable[Record]) -> PaperResult:
    """A table with what the trials of its causes say of the figures that are not met.

    Parameters
    ----------
    protocol : the table.
    shown : the table as recorded.
    records : of trials, from ``Study.run`` or ``measured_causes``.

    Returns
    -------
    The result with one more column of its table. ``answer`` of a marked figure is ``ELSEWHERE`` where a trial leaves a
    difference of at most ``differences.bound``, else ``PARTLY`` where it leaves at most half of the table's own, else
    ``OPEN``; "" of other figures. Trials are compared as in ``sensitivity``; those of every cause that fits the figure
    count, and different figures may be met by different trials.
    """
    kept, own = list(records), _Own(shown)
    nearest: dict[Cell, float] = {}
    for about in studies(protocol):
        for trial in about.trials:
            for cell, values in _values(about.records(trial, kept)).items():
                if cell in own.rows and about.holds(*cell):
                    off = abs(own.left(cell, values)[1])
                    nearest[cell] = min(
                        nearest.get(cell, math.inf), off
                    )  # the former where a trial gave no number
    answers = [
        ""
        if not row.beyond
        else ELSEWHERE
        if (off := nearest.get(cell, math.inf)) <= own.bounds[cell]
        else PARTLY
        if off <= abs(row.difference) / 2
        else OPEN
        for cell, row in zip(_cells(shown.table), shown.table.itertuples(), strict=True)
    ]
    return replace(shown, table=shown.table.assign(answer=answers))


class _Own:
    """The table's own figures, to hold trials against."""

    def __init__(self, shown: PaperResult) -> None:
        cells = _cells(shown.table)
        self.rows: dict[Cell, Any] = dict(zip(cells, shown.table.itertuples(), strict=True))
        self.bounds = dict(zip(cells, bound(shown.table), strict=True))
        alike = shown.settings.get("random_state", _SEED) == _SEED  # repeats of another seed are others
        self._values = _values(shown.records if alike else ())

    def left(self, cell: Cell, values: Mapping[int, float]) -> tuple[float, float]:
        """By how much values of a trial move the figure, and what they leave of the difference; NaN for no own one."""
        row, mean = self.rows[cell], math.fsum(values.values()) / len(values)
        same = self._values.get(cell, {})
        before = [same[r] for r in values] if values.keys() <= same.keys() else [row.reproduced]
        moved = mean - math.fsum(before) / len(before)
        return moved, row.difference + moved

    def judged(self, table: pd.DataFrame, found: Found) -> pd.DataFrame:
        """The table of a trial with ``moved``, its marks by the bound of the table's own."""
        moved = np.full(len(table), np.nan)
        differences, sds, beyond = (table[name].to_numpy().copy() for name in ("difference", "sds", "beyond"))
        for at, cell in enumerate(_cells(table)):
            row = self.rows.get(cell)
            if cell in found and row is not None and row.repeats:
                moved[at], differences[at] = self.left(cell, found[cell])
                sds[at] = differences[at] * row.sds / row.difference if row.difference else math.nan
                beyond[at] = abs(differences[at]) > self.bounds[cell]
        return table.assign(moved=moved, difference=differences, sds=sds, beyond=beyond)


def _values(records: Iterable[Mapping[str, Any]]) -> Found:
    found: Found = {}
    for record in records:
        add_values(found, dict(record))
    return found


def _cells(table: pd.DataFrame) -> list[Cell]:
    return list(zip(table["dataset"], table["method"], table["metric"], strict=True))


def measured_causes() -> Journal:
    """The trials that ship with the package: behind the sensitivity tables of docs/paper_tables.md.

    Returns
    -------
    Journal : never written.
    """
    return Journal(Path(__file__).parents[1] / "causes.jsonl", read_only=True)


def _plain(options: Mapping[str, Any]) -> Any:
    return json.loads(json.dumps(dict(options), default=str))
